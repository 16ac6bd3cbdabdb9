import { m4aTone } from './sounds.ts'

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i)
  return bytes
}

const box = (name: string, ...content: Uint8Array[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([uint32(8 + body.length), Buffer.from(name), body])
}

const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl']

/** Rewrites the boxes of an MP4 that are in the table of its samples. */
function withTable(mp4: Buffer, change: (name: string, whole: Buffer) => Buffer[]): Buffer {
  const boxes: Buffer[] = []
  for (let at = 0; at < mp4.length;) {
    const size = mp4.readUInt32BE(at)
    const name = mp4.toString('latin1', at + 4, at + 8)
    const whole = mp4.subarray(at, at + size)
    if (PARENTS.includes(name)) boxes.push(box(name, withTable(whole.subarray(8), change)))
    else boxes.push(...change(name, whole))
    at += size
  }
  return Buffer.concat(boxes)
}

/** An MP4 of a few kilobytes, one of whose tables says that it has 2³² - 1 entries. */
export const endlessMp4 = async (table: 'ctts' | 'stsc') =>
  withTable(Buffer.from(await m4aTone(1)), (name, whole) => [
    ...(name === table ? [] : [whole]),
    ...(name === 'stts' ? [box(table, uint32(0, 2 ** 32 - 1, 1, 1, 1))] : []),
  ])

const OPUS_HEAD = Buffer.from('4f707573486561640101380180bb0000000000', 'hex')

/** An Ogg that begins so many streams. */
export function crowdedOgg(streams: number): Buffer {
  const pages = Array.from({ length: streams }, (_, serial) => {
    const page = Buffer.alloc(28)
    page.write('OggS')
    // The first page of a stream.
    page[5] = 2
    page.writeUInt32LE(serial + 1, 14)
    page[26] = 1
    page[27] = OPUS_HEAD.length
    return Buffer.concat([page, OPUS_HEAD])
  })
  return Buffer.concat(pages)
}

/** A book in JSON with so many fields that no book has. */
export const manyKeys = (keys: number) =>
  `{${Array.from({ length: keys }, (_, i) => `"k${i}":1`).join()}}`

/** A list of so many empty books in JSON. */
export const emptyBooks = (books: number) => `[${'{},'.repeat(books - 1)}{}]`
