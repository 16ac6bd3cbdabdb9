/** What the log of changes says about an import. */
export function importDetail(imported: {
  added: number
  addedCollections: number
  changed: number
}): string {
  const { added, addedCollections, changed } = imported
  const counted = (n: number, one: string, many: string) =>
    n === 0 ? [] : [`${n} new ${n === 1 ? one : many}`]
  return [
    ...counted(added - addedCollections, 'book', 'books'),
    ...counted(addedCollections, 'collection', 'collections'),
    `${changed} changed`,
  ].join(', ')
}
