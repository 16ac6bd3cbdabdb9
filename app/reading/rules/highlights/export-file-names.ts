/** File systems allow 255 bytes; this leaves room for a number and an ending. */
const MAX_NAME_BYTES = 120

/** What Windows and Unix do not allow in names, and what Obsidian does not allow in links. */
const FORBIDDEN = /[\\/:*?"<>|#^[\]]+/g

/** Devices of Windows, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Control characters, marks that change the direction of text, and lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu

/** A title as the name of a file, without its ending. */
export function fileName(title: string, otherwise: string): string {
  const name = title
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/ ?: /g, ' - ')
    .replace(FORBIDDEN, '-')
    .replace(RESERVED, '$&_')
    .trim()
  // A leading dot hides a file, and Windows drops dots and spaces at the end.
  return cutToBytes(name.replace(/^[. -]+/, '')).replace(/[. -]+$/, '') || otherwise
}

/** Cuts between characters as readers see them, such as an emoji of several code points. */
function cutToBytes(name: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  for (const { segment, index } of new Intl.Segmenter().segment(name)) {
    bytes += encoder.encode(segment).length
    if (bytes > MAX_NAME_BYTES) return name.slice(0, index)
  }
  return name
}

/** Names of files in one folder: equal ones get a number. Upper and lower case are equal. */
export function uniqueNames() {
  const taken = new Set<string>()
  return (name: string): string => {
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name} (${n})`
    taken.add(unique.toLowerCase())
    return unique
  }
}
