import { createContext, useContext } from 'react'

/**
 * A reader's part of a page's data, as one JSON text: in the page, it is one value that can be replaced
 * (middleware/page-pieces.ts).
 */
export type Packed<T> = string & { readonly holds?: T }

/** Whose data it is: the frame's around every page, or the page's. */
export type Part = 'frame' | 'page'

const VALUE = Symbol()

/** A value of the reader who asks. Only a ReaderSlot shows it, so that nothing else depends on it. */
export interface ReaderValue<T> {
  readonly [VALUE]: T
  readonly part: Part
  /** Finds the value in any reader's part. */
  readonly find: (part: never) => T
  pick<U>(find: (value: T) => U): ReaderValue<U>
}

function valueOf<T>(value: T, part: Part, find: (part: never) => T): ReaderValue<T> {
  return {
    [VALUE]: value,
    part,
    find,
    pick: (pick) =>
      valueOf(
        pick(value),
        part,
        import.meta.env.SSR ? (data) => pick(find(data)) : (find as never),
      ),
  }
}

/** A part of the reader's data, to pick values from. */
export const unpacked = <T,>(part: Part, packed: Packed<T>): ReaderValue<T> =>
  valueOf(JSON.parse(packed) as T, part, (data) => data)

/** A slot of a page: it can be rendered for other readers than the one whose page it was. */
export interface RenderedSlot {
  part: Part
  find: (part: never) => unknown
  content: (value: never) => React.ReactNode
}

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
}

/**
 * A place on a page that depends on the reader. Its content depends only on the value, on the shared
 * data of the page, and on its address: it is also rendered alone.
 */
export function ReaderSlot<T>(props: SlotProps<T>) {
  return import.meta.env.SSR ? <MarkedSlot {...props} /> : props.children(props.value[VALUE])
}

function MarkedSlot<T>({ value, children }: SlotProps<T>) {
  const slots = useContext(SlotsContext)
  if (slots === 'inside a slot') throw new Error('A slot cannot contain another one.')
  const number = slots?.add({ part: value.part, find: value.find, content: children })
  const edge = (name: number | undefined | 'end') =>
    slots && <template data-slot={`${slots.mark} ${name}`} />
  return (
    <>
      {edge(number)}
      <SlotsContext value="inside a slot">{children(value[VALUE])}</SlotsContext>
      {edge('end')}
    </>
  )
}
