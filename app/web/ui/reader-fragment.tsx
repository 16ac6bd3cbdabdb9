import { createContext, useContext } from 'react'
import type { ReaderJson, Serialized } from '../../platform/reader-json.ts'

/** Whose data it is: the frame's around every page, or the page's. */
type Part = 'frame' | 'page'

const VALUE = Symbol()

/** Where a value is in any reader's data. Browsers need only the value. */
interface Source {
  part: Part
  find: (part: never) => unknown
}

/** A value of the reader who asks. Only a ReaderFragment shows it, so that nothing else depends on it. */
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

export function readerValue<T>(part: Part, json: ReaderJson<T>): ReaderValue<Serialized<T>> {
  const value = JSON.parse(json) as Serialized<T>
  return import.meta.env.SSR ? valueOf(value, { part, find: (data) => data }) : valueOf(value)
}

/** The value, where each page is its reader's own; undefined on the server. */
export const inBrowser = <T,>(value: ReaderValue<T>): T | undefined =>
  import.meta.env.SSR ? undefined : value[VALUE]

/** A fragment of a page: it can be rendered for other readers than the one whose page it was. */
export interface RenderedFragment {
  part: Part
  find: (part: never) => unknown
  isList: boolean
  content: (value: never, index: number) => React.ReactNode
}

interface Fragments {
  /** In the marks around each fragment; a page cannot contain it otherwise. */
  mark: string
  /** @returns the number of the fragment on the page */
  add: (fragment: RenderedFragment) => number
}

/** The fragments of a page that readers share; null elsewhere and in browsers. */
export const FragmentsContext = /* @__PURE__ */ createContext<
  Fragments | 'inside a fragment' | null
>(null)

/**
 * A place on a page that depends on the reader. Its content depends only on the value, on the shared
 * data of the page, and on its address: it is also rendered alone.
 */
export function ReaderFragment<T>({
  value,
  children,
}: {
  value: ReaderValue<T>
  children: (value: T) => React.ReactNode
}) {
  const content = children(value[VALUE])
  if (!import.meta.env.SSR) return content
  const fragment = { ...value.source!, isList: false, content: children }
  return <Marked fragment={fragment}>{content}</Marked>
}

/** A place for a list of the reader, such as books: like a fragment for each entry. */
export function ReaderFragments<T>({
  values,
  children,
}: {
  values: ReaderValue<readonly T[]>
  children: (value: T, index: number) => React.ReactNode
}) {
  const content = values[VALUE].map(children)
  if (!import.meta.env.SSR) return content
  const fragment = { ...values.source!, isList: true, content: children }
  return <Marked fragment={fragment}>{content}</Marked>
}

function Marked({ fragment, children }: { fragment: RenderedFragment; children: React.ReactNode }) {
  const fragments = useContext(FragmentsContext)
  if (fragments === 'inside a fragment') throw new Error('A fragment cannot contain another one.')
  const number = fragments?.add(fragment)
  const edge = (name: number | undefined | 'end') =>
    fragments && <template data-fragment={`${fragments.mark} ${name}`} />
  return (
    <>
      {edge(number)}
      <FragmentsContext value="inside a fragment">{children}</FragmentsContext>
      {edge('end')}
    </>
  )
}
