import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { env } from '../../platform/env.server.ts'
import { type Fragment, fragmentOf, type Slot } from './page-pieces.ts'
import { type LoadedPart, sharedJson } from './part-json.ts'

/** What an entry of a cache takes besides its content. */
export const ENTRY_BYTES = 512
/** A quarter of the memory of visitors' pages. */
export const maxSize = Math.max(1, env().pageCacheBytes / 4)

/** The markup of slots by page and value, such as a book with one reader's position. */
const variants = new LRUCache<string, Fragment>({
  maxSize: Math.ceil(maxSize / 2),
  sizeCalculation: ({ markup }, key) => ENTRY_BYTES + markup.length + 2 * key.length,
})

/** The slots of pages that are changed for a reader, by page and what they depend on. */
const changedBefore = new LRUCache<string, (Fragment | null)[]>({
  maxSize: Math.ceil(maxSize / 4),
  sizeCalculation: (slots) =>
    slots.reduce((sum, one) => sum + (one?.markup.length ?? 0), ENTRY_BYTES + 16 * slots.length),
})

/**
 * What each slot of a page shows of a reader's parts.
 * @param page its number, which tells its slots from those of others
 */
export function fragmentsOf(
  { number: page, slots }: { number: number; slots: Slot[] },
  parts: ReadonlyMap<string, LoadedPart>,
): Fragment[][] {
  const rendered = (number: number, value: unknown, index = 0) => {
    const shared = sharedJson(value)
    const shown = shared ? `#${shared.number}` : JSON.stringify(value)
    const key = `${page} ${number} ${index} ${shown}`
    const known = variants.get(key)
    if (known) return known
    const fragment = fragmentOf(slots[number]!.render(value, index))
    variants.set(key, fragment)
    return fragment
  }
  const changed = changedSlots(page, slots, parts, rendered)
  return slots.map(({ part, find, isList, change }, number) => {
    if (change) return [changed[number] ?? rendered(number, null)]
    const found = find(parts.get(part)?.value)
    if (!isList) return [rendered(number, found)]
    return (found as unknown[]).map((value, index) => rendered(number, value, index))
  })
}

/** The markup of those slots that are changed, and not null for this reader, by number. */
function changedSlots(
  page: number,
  slots: Slot[],
  parts: ReadonlyMap<string, LoadedPart>,
  rendered: (number: number, value: null) => Fragment,
): (Fragment | null)[] {
  const first = slots.find(({ change }) => change)
  if (!first) return []
  const depends = JSON.stringify(first.change!.dependsOn(parts.get(first.part)?.value))
  // There may be thousands of highlights.
  const key = `${page} ${hash('sha256', depends, 'base64')}`
  const known = changedBefore.get(key)
  if (known) return known
  const all = slots.map(({ part, find, change }, number) => {
    const value = change ? find(parts.get(part)?.value) : null
    if (value === null) return null
    const { markup, preloads } = rendered(number, null)
    return { markup: Buffer.from(change!.write(`${markup}`, value)), preloads }
  })
  changedBefore.set(key, all)
  return all
}
