import { createContext, useContext } from 'react'

/**
 * A reader's part of a page's data, as one JSON text: in the page, it is one value that can be replaced
 * (middleware/filled-pages/page-pieces.ts).
 */
export type Packed<T> = string & { readonly holds?: T }

/** Whose data it is: the frame's around every page, or the page's. */
export type SlotPart = 'frame' | 'page'

const VALUE = Symbol()

/** Where a value is in any reader's data. Browsers need only the value. */
interface Source {
  part: SlotPart
  find: (part: never) => unknown
}

/** A value of the reader who asks. Only a ReaderSlot shows it, so that nothing else depends on it. */
export interface ReaderValue<T> {
  readonly [VALUE]: T
  readonly source?: Source
  pick<U>(find: (value: T) => U): ReaderValue<U>
}

function valueOf<T>(value: T, source?: Source): ReaderValue<T> {
  if (!import.meta.env.SSR) {
    return { [VALUE]: value, pick: (pick) => valueOf(pick(value)) }
  }
  const { part, find } = source!
  return {
    [VALUE]: value,
    source: source!,
    pick: (pick) => valueOf(pick(value), { part, find: (data) => pick(find(data) as T) }),
  }
}

/** What JSON makes of a value: dates are text. */
export type Serialized<T> = T extends Date
  ? string
  : T extends object
    ? { [K in keyof T]: Serialized<T[K]> }
    : T

/** A part of the reader's data, to pick values from. */
export function unpacked<T>(part: SlotPart, packed: Packed<T>): ReaderValue<Serialized<T>> {
  const value = JSON.parse(packed) as Serialized<T>
  return import.meta.env.SSR ? valueOf(value, { part, find: (data) => data }) : valueOf(value)
}

/** The value, where each page is its reader's own; undefined on the server. */
export const inBrowser = <T,>(value: ReaderValue<T>): T | undefined =>
  import.meta.env.SSR ? undefined : value[VALUE]

/** A slot of a page: it can be rendered for other readers than the one whose page it was. */
export interface RenderedSlot {
  part: SlotPart
  find: (part: never) => unknown
  /** The value is a list, and each of its entries is rendered alone. */
  isList: boolean
  content: (value: never, index: number) => React.ReactNode
  change: { dependsOn: (part: never) => unknown; write: ChangeMarkup<never> } | undefined
}

/** Makes the markup for a value from the markup for null. It is quicker than rendering the value. */
export type ChangeMarkup<T> = (markup: string, value: NonNullable<T>) => string

interface Slots {
  /** In the marks around each slot; a page cannot contain it otherwise. */
  mark: string
  /** @returns the number of the slot on the page */
  add: (slot: RenderedSlot) => number
}

/** The slots of a page that is rendered for all readers of a kind; null elsewhere and in browsers. */
export const SlotsContext = /* @__PURE__ */ createContext<Slots | 'inside a slot' | null>(null)

interface SlotProps<T> {
  value: ReaderValue<T>
  children: (value: T) => React.ReactNode
  /**
   * For values that each reader has for themselves. All such slots of a page depend on the same one: as
   * long as it stays, so does their markup.
   */
  change?: { dependsOn: ReaderValue<unknown>; write: ChangeMarkup<T> } | undefined
}

/**
 * A place on a page that depends on the reader. Its content depends only on the value, on the common
 * data of the page, and on its address: it is also rendered alone.
 */
export function ReaderSlot<T>({ value, children, change }: SlotProps<T>) {
  const content = children(value[VALUE])
  if (!import.meta.env.SSR) return content
  const slot = {
    ...value.source!,
    isList: false,
    content: children,
    change: change && { ...change, dependsOn: change.dependsOn.source!.find },
  }
  return <Marked slot={slot}>{content}</Marked>
}

interface SlotsProps<T> {
  values: ReaderValue<readonly T[]>
  children: (value: T, index: number) => React.ReactNode
}

/** A place for a list of the reader, such as books: like a slot for each entry. */
export function ReaderSlots<T>({ values, children }: SlotsProps<T>) {
  const content = values[VALUE].map(children)
  if (!import.meta.env.SSR) return content
  const slot = { ...values.source!, isList: true, content: children, change: undefined }
  return <Marked slot={slot}>{content}</Marked>
}

function Marked({ slot, children }: { slot: RenderedSlot; children: React.ReactNode }) {
  const slots = useContext(SlotsContext)
  if (slots === 'inside a slot') throw new Error('A slot cannot contain another one.')
  const number = slots?.add(slot)
  const edge = (name: number | undefined | 'end') =>
    slots && <template data-slot={`${slots.mark} ${name}`} />
  return (
    <>
      {edge(number)}
      <SlotsContext value="inside a slot">{children}</SlotsContext>
      {edge('end')}
    </>
  )
}
