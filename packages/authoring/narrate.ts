import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Chapter, id3Tag } from './id3.ts'
import { normalized, pausesIn } from './loudness.ts'
import { decodeWav, encodeMp3, joinMp3s } from './speech.ts'
import { type Passage, type Timing, timingsByPauses } from './timings.ts'

/** A program may take this long to read a section aloud. */
const PIECE_LIMIT_MS = 10 * 60 * 1000
/** The most that it may write: 20 minutes at 48 kHz on two channels. */
const MAX_WAV_BYTES = 256 * 1024 * 1024
/** The silence after a section. */
const GAP_S = 0.7
/** Increase when the same text should sound different. */
const FORMAT = 2

export type Narrator = ReturnType<typeof narrator>

export interface Piece extends Passage {
  section: string
  title: string
  /** What is read aloud. */
  text: string
  isFree: boolean
}

export interface Tags {
  title: string
  artist: string
  album: string
}

export interface Narration {
  chapters: Chapter[]
  timings: Timing[]
  /** Where the free part ends; null: all is free, or nothing. */
  cutMs: number | null
}

interface Options {
  /** The program and its arguments. It reads a text and writes a WAV file. */
  command: string[]
  /** Keeps what was read, so that it is not read again. */
  folder: string
  signal: AbortSignal
  /** Runs a program and rejects if it fails. */
  run(
    program: string,
    args: string[],
    options: {
      limitMs: number
      signal: AbortSignal
      input: string
      onOutput(chunk: Buffer): void
    },
  ): Promise<void>
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

const keyOf = ({ text }: Piece, { command }: Options) => hashOf([FORMAT, command, text])

/** Has a program read summaries aloud. */
export const narrator = (options: Options) => ({
  /** Differs for everything that would sound or be named different. */
  hashOf: (pieces: Piece[], tags: Tags): string =>
    hashOf([tags, pieces.map((piece) => keyOf(piece, options))]),

  /**
   * Reads a summary aloud, section by section. What was read before is not read again, unless its text or
   * the command has changed.
   * @param use takes the path of the MP3, which is deleted afterward
   * @throws Error that says what the program did wrong
   */
  async narrate(
    pieces: Piece[],
    tags: Tags,
    use: (path: string, narration: Narration) => Promise<void>,
  ): Promise<void> {
    const spoken: { path: string; timings: Timing[] }[] = []
    for (const piece of pieces) spoken.push(await speak(piece, options))
    await using folder = await mkdtempDisposable(join(options.folder, 'new-'))
    const [joined, tagged] = [join(folder.path, 'joined'), join(folder.path, 'tagged')]
    const paths = spoken.map(({ path }) => path)
    const startsMs = await joinMp3s(paths, joined)
    const chapters = chaptersOf(pieces, startsMs)
    const timings = spoken.flatMap((one, i) =>
      one.timings.map(({ startMs, endMs, ...sentence }) => ({
        startMs: startMs + startsMs[i]!,
        endMs: endMs + startsMs[i]!,
        ...sentence,
      })),
    )
    const firstPaid = pieces.findIndex(({ isFree }) => !isFree)
    await writeFile(tagged, id3Tag(tags, chapters), { mode: 0o600 })
    await pipeline(createReadStream(joined), createWriteStream(tagged, { flags: 'a' }))
    await use(tagged, { chapters, timings, cutMs: firstPaid > 0 ? startsMs[firstPaid]! : null })
  },
})

function chaptersOf(pieces: Piece[], startsMs: number[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const [i, { section, title }] of pieces.entries()) {
    const [startMs, endMs] = [startsMs[i]!, startsMs[i + 1]!]
    const last = chapters.at(-1)
    if (last?.section === section) last.endMs = endMs
    else chapters.push({ section, title, startMs, endMs })
  }
  return chapters
}

/** Reads a section aloud, or takes what was read before. Its timings are from its beginning. */
async function speak(piece: Piece, options: Options): Promise<{ path: string; timings: Timing[] }> {
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = join(folder, keyOf(piece, options))
  const [path, pausesPath] = [`${kept}.mp3`, `${kept}.json`]
  if (!(await stat(path).catch(() => null))) {
    const { samples, rate } = await decodeWav(await readAloud(piece.text, options))
    const sound = { samples: new Float32Array(samples.length + Math.round(GAP_S * rate)), rate }
    sound.samples.set(normalized(samples, rate))
    const durationMs = Math.round((samples.length / rate) * 1000)
    await writeFile(pausesPath, JSON.stringify({ durationMs, pauses: pausesIn(samples, rate) }))
    await using unfinished = await mkdtempDisposable(join(folder, 'new-'))
    const encoded = join(unfinished.path, 'encoded')
    await encodeMp3(sound, encoded)
    await rename(encoded, path)
  }
  const { durationMs, pauses } = JSON.parse(await readFile(pausesPath, 'utf8'))
  return { path, timings: timingsByPauses(piece, durationMs, pauses) }
}

async function readAloud(text: string, { command, signal, run }: Options): Promise<Buffer> {
  const [program, ...args] = command
  const chunks: Buffer[] = []
  let size = 0
  const tooMuch = new AbortController()
  const running = run(program!, args, {
    limitMs: PIECE_LIMIT_MS,
    signal: AbortSignal.any([signal, tooMuch.signal]),
    input: `${text}\n`,
    onOutput(chunk) {
      size += chunk.length
      if (size <= MAX_WAV_BYTES) chunks.push(chunk)
      else tooMuch.abort()
    },
  })
  await running.catch((error: unknown) => {
    if (size <= MAX_WAV_BYTES) throw error
  })
  if (size > MAX_WAV_BYTES) throw new Error(`${program} wrote more than ${MAX_WAV_BYTES} bytes`)
  return Buffer.concat(chunks)
}
