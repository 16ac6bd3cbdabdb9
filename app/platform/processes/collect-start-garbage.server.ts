/** By then, background work has run once. */
const AFTER_START_MS = 5000

/**
 * Returns the memory that only the start needed to the system, about 15 MB, once. V8 would do so after
 * 100 seconds: it takes it for a high rate that Node allocates nothing in V8's other heap. The process
 * stops for 60 ms. Does nothing without Node's flag --expose-gc, as in development.
 */
export function collectStartGarbage(): void {
  const collect = () =>
    void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
  setTimeout(collect, AFTER_START_MS).unref()
}
