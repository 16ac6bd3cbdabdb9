export interface Chapter {
  section: string
  title: string
  startMs: number
  endMs: number
}

const encoder = new TextEncoder()

const bytesOf = (...parts: (number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
/** Seven bits in each byte. */
const syncSafe = (value: number) => [21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f)
const ascii = (text: string) => encoder.encode(text)

const frame = (id: string, content: Uint8Array) =>
  bytesOf(ascii(id), syncSafe(content.length), [0, 0], content)
const UTF_8 = 3
const textFrame = (id: string, text: string) => frame(id, bytesOf([UTF_8], encoder.encode(text)))

/** Not known; the times count. */
const NO_OFFSET = [0xff, 0xff, 0xff, 0xff]
const TOP_LEVEL_AND_ORDERED = 3
/** The count of chapters is one byte. */
const MAX_CHAPTERS = 255

/** An ID3v2.4 tag with chapters (https://id3.org/id3v2-chapters-1.0), for the beginning of an MP3. */
export function id3Tag(
  { title, artist, album }: { title: string; artist: string; album: string },
  chapters: Chapter[],
): Uint8Array<ArrayBuffer> {
  const listed = chapters.slice(0, MAX_CHAPTERS)
  const idOf = (i: number) => bytesOf(ascii(`chapter-${i + 1}`), [0])
  const frames = bytesOf(
    textFrame('TIT2', title),
    textFrame('TPE1', artist),
    textFrame('TALB', album),
    frame(
      'CTOC',
      bytesOf(
        ascii('contents'),
        [0, TOP_LEVEL_AND_ORDERED, listed.length],
        ...listed.map((_, i) => idOf(i)),
      ),
    ),
    ...listed.map(({ title: name, startMs, endMs }, i) =>
      frame(
        'CHAP',
        bytesOf(
          idOf(i),
          uint32(startMs),
          uint32(endMs),
          NO_OFFSET,
          NO_OFFSET,
          textFrame('TIT2', name),
        ),
      ),
    ),
  )
  return bytesOf(ascii('ID3'), [4, 0, 0], syncSafe(frames.length), frames)
}
