/**
 * Options of an LRUCache for this many entries. Unlike `max`, they reserve no memory for all of them in
 * advance, 22 bytes each.
 */
export const maxEntries = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
