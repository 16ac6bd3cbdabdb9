export interface ByteRange {
  first: number
  last: number
}

/**
 * The range that a `Range` header asks for. Players ask for one at a time.
 * @returns null: the whole file; 'outside': there is nothing there
 */
export function byteRange(header: string | null, size: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first >= size || first > last ? 'outside' : { first, last }
}
