import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { env, foreignVariables } from '../../../platform/env.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { runProgram } from '../../../platform/processes/run-program.server.ts'
import { id3Tag } from '../../rules/audio/id3.ts'
import { normalized, pausesIn } from '../../rules/audio/loudness.ts'
import {
  NARRATED,
  type NarrationPiece,
  narrationPieces,
  timingsByPauses,
} from '../../rules/audio/narration.ts'
import type { AudioChapter, Timing } from '../../rules/audio/timeline.ts'
import { audioOf } from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { withNewFile } from './audio-folder.server.ts'
import { decodeWav, encodeMp3, joinMp3s, type Sound } from './encode-speech.server.ts'
import * as mediaFile from '../media-file.server.ts'
import { setAudio } from './set-audio.server.ts'

/** A program may take this long to read a section aloud. */
const PIECE_LIMIT_MS = 10 * 60 * 1000
/** The most that it may write: 20 minutes at 48 kHz on two channels. */
const MAX_WAV_BYTES = 256 * 1024 * 1024
/** The silence after a section. */
const GAP_S = 0.7
/** Increase when the same text should sound different. */
const FORMAT = 2

/** A section that was read aloud. */
interface SpokenPiece {
  path: string
  /** From the beginning of the section. */
  timings: Timing[]
}

/** The result for a book. */
export type Narration = 'narrated' | 'unchanged' | 'recorded'

/**
 * Has NARRATION_COMMAND read a summary aloud, section by section. What was read before is not read again,
 * unless its text or the command has changed.
 * @param replaces also replaces a recording that was uploaded or imported
 * @throws Error that says what the program did wrong
 */
export async function narrate(
  book: { id: number; title: string; author: string },
  command: string[],
  replaces: boolean,
  signal: AbortSignal,
  inTransaction: InTransaction,
): Promise<Narration> {
  const source = (await textsOf([book.id])).get(book.id)!
  const { text, hash: textHash } = (await loadReadingTexts([book.id])).get(book.id)!
  const pieces = narrationPieces(source)
  const tags = { title: book.title, artist: book.author, album: 'Readr' }
  const keys = pieces.map((piece) => keyOf(piece, command))
  const sourceHash = NARRATED + hashOf([tags, keys])
  const before = await audioOf(book.id)
  if (before?.sourceHash === sourceHash && before.textHash === textHash) return 'unchanged'
  if (before && !before.sourceHash?.startsWith(NARRATED) && !replaces) return 'recorded'
  const spoken: SpokenPiece[] = []
  for (const [i, piece] of pieces.entries()) {
    spoken.push(await speak(piece, keys[i]!, text, command, signal))
  }
  await withNewFile(async (joined) => {
    const startsMs = await joinMp3s(
      spoken.map(({ path }) => path),
      joined,
    )
    const chapters = chaptersOf(pieces, startsMs)
    const timings = spoken.flatMap((one, i) => one.timings.map((t) => shifted(t, startsMs[i]!)))
    const firstPaid = pieces.findIndex(({ isFree }) => !isFree)
    const timeline = { chapters, timings, isEstimated: false }
    await withNewFile(async (tagged) => {
      await writeFile(tagged, id3Tag(tags, chapters), { mode: 0o600 })
      await pipeline(createReadStream(joined), createWriteStream(tagged, { flags: 'a' }))
      const cutMs = firstPaid > 0 ? startsMs[firstPaid]! : null
      const facts = { timeline, cutMs, sourceHash }
      await setAudio(book.id, tagged, facts, mediaFile, inTransaction)
    })
  })
  return 'narrated'
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

const keyOf = ({ text }: NarrationPiece, command: string[]) => hashOf([FORMAT, command, text])

const shifted = ({ startMs, endMs, ...passage }: Timing, byMs: number): Timing => ({
  startMs: startMs + byMs,
  endMs: endMs + byMs,
  ...passage,
})

function chaptersOf(pieces: NarrationPiece[], startsMs: number[]): AudioChapter[] {
  const chapters: AudioChapter[] = []
  for (const [i, { section, title }] of pieces.entries()) {
    const [startMs, endMs] = [startsMs[i]!, startsMs[i + 1]!]
    const last = chapters.at(-1)
    if (last?.section === section) last.endMs = endMs
    else chapters.push({ section, title, startMs, endMs })
  }
  return chapters
}

/** Reads a section aloud, or takes what was read before. */
async function speak(
  piece: NarrationPiece,
  key: string,
  text: string,
  command: string[],
  signal: AbortSignal,
): Promise<SpokenPiece> {
  const folder = join(env().audioDir, 'narration')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [path, pausesPath] = [join(folder, `${key}.mp3`), join(folder, `${key}.json`)]
  const isKnown = await stat(path).catch(() => null)
  if (!isKnown) {
    const { samples, rate } = await decodeWav(await readAloud(piece.text, command, signal))
    const sound: Sound = {
      samples: new Float32Array(samples.length + Math.round(GAP_S * rate)),
      rate,
    }
    sound.samples.set(normalized(samples, rate))
    const durationMs = Math.round((samples.length / rate) * 1000)
    await writeFile(pausesPath, JSON.stringify({ durationMs, pauses: pausesIn(samples, rate) }))
    await withNewFile(async (encoded) => {
      await encodeMp3(sound, encoded)
      await rename(encoded, path)
    })
  }
  const { durationMs, pauses } = JSON.parse(await readFile(pausesPath, 'utf8'))
  const { start, end } = piece
  return { path, timings: timingsByPauses(text.slice(start, end), start, durationMs, pauses) }
}

async function readAloud(
  text: string,
  [program, ...args]: string[],
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const tooMuch = new AbortController()
  const running = runProgram(program!, args, {
    env: foreignVariables(),
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
