import { readAppearance, rootAttributes } from '../../../accounts/rules/appearance.ts'
import { matchPrecache } from 'workbox-precaching/matchPrecache.js'
import { aboutReader, PAGE_CACHE, readRow, readRows } from './database.ts'
import { removeCopy } from './sync-copies.ts'
import { type OfflineSettings, copyPath, copyToShow } from '../../../reading/rules/offline.ts'
import { currentMarks, currentHighlights } from '../../../reading/rules/pending-changes.ts'

/** Why there is no page; the offline page explains it. */
export type Missing = 'page' | 'not sent'

/** The slug of a summary's own address, or null. */
export const slugIn = ({ pathname }: URL): string | null =>
  /^\/summaries\/([a-z0-9-]+)$/.exec(pathname)?.[1] ?? null

/** The copy of a summary that may be shown now; null: there is none. */
export async function copyOf(slug: string): Promise<Response | null> {
  const about = await aboutReader()
  const book = about && (await readRow('books', slug))
  if (!about || !book) return null
  const kind = copyToShow(book, about, Date.now())
  // The plan has ended as far as this device knows.
  if (kind !== 'now' && book.copies.includes('now')) await removeCopy(slug, 'now')
  const page = kind && (await (await caches.open(PAGE_CACHE)).match(copyPath(slug, kind)))
  if (!page) return null
  const waiting = (await readRows('waiting')).filter((one) => one.slug === slug)
  const notes = currentHighlights(book, waiting)
  return withRootAttributes(page, about, {
    offline: 'copy',
    marks: JSON.stringify(currentMarks(book, waiting)),
    ...(Object.keys(notes).length > 0 && { 'notes-since': JSON.stringify(notes) }),
    ...(book.position && { position: JSON.stringify(book.position) }),
  })
}

/** The page that says what happened, and lists the books on this device. */
export async function offlinePage(missing: Missing): Promise<Response> {
  const page = await matchPrecache('/offline')
  return page
    ? withRootAttributes(page, await aboutReader(), { offline: missing })
    : Response.error()
}

async function withRootAttributes(
  page: Response,
  about: OfflineSettings | undefined,
  facts: Record<string, string>,
): Promise<Response> {
  const look = readAppearance(about?.look)
  const attributes: Record<string, string | undefined> = {
    ...(look ? rootAttributes(look) : {}),
    'data-reader': about?.reader,
  }
  for (const [name, value] of Object.entries(facts)) attributes[`data-${name}`] = value
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined
      ? ''
      : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
  // A function, because readers' notes may contain what replace() takes for a pattern.
  const root = () => `<html lang="en"${written.join('')}>`
  const html = (await page.text()).replace(/<html\b[^>]*>/, root)
  return new Response(html, { headers: page.headers })
}
