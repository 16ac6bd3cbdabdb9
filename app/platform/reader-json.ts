/**
 * A part of a page's data that belongs to the reader, as one JSON text: in the page, it is one value that
 * can be replaced by another reader's.
 */
export type ReaderJson<T> = string & { readonly holds?: T }

/** What JSON makes of a value: dates are text. */
export type Serialized<T> = T extends Date
  ? string
  : T extends object
    ? { [K in keyof T]: Serialized<T[K]> }
    : T

/** Replaces dates by texts. */
export const serialized = <T>(value: T) => JSON.parse(JSON.stringify(value)) as Serialized<T>
