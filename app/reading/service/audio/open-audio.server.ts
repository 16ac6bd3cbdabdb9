import { LRUCache } from 'lru-cache'
import { readerWithAccess } from '../../../accounts/service/find-reader.server.ts'
import { type Access, accessFor, readableExtent } from '../../../catalogue/rules/access.ts'
import { charAt, msAt, sectionRanges } from '../../../catalogue/rules/audio/timeline.ts'
import { parseSummary } from '../../../catalogue/rules/summary/parse.ts'
import { readingText } from '../../../catalogue/rules/summary/reading-text.ts'
import {
  AUDIO_LINK_TTL_MS,
  signedAudioPath,
} from '../../../catalogue/service/audio/audio-link.server.ts'
import {
  findAudio,
  type ReadableAudio,
} from '../../../catalogue/service/audio/find-audio.server.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import { sourceTexts } from '../../../catalogue/service/reading-text.server.ts'
import { maxEntries } from '../../../platform/cache-size.ts'
import { now as clockNow } from '../../../platform/clock.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import { charOfPosition, positionAtChar } from '../../rules/listening-position.ts'
import type { ListeningInput } from '../../schema/audio.ts'
import { findProgress } from '../../store/positions.server.ts'
import { savePosition } from '../save-position.server.ts'

export interface Listener {
  access: Access
  /** null: a visitor. */
  userId: number | null
  freeBookId: number | null
}

export interface ListeningPosition {
  seconds: number
  /** When the reader was there, reading or listening. */
  at: Date
}

/** What a player needs to know. */
export interface PlayableAudio extends ReadableAudio {
  /** A signed address. */
  path: string
  expiresAt: Date
  position: ListeningPosition | null
}

const noAudio = () => new DomainError('not-found', 'This book has no audio.')

/** @throws DomainError not-found */
async function requireAudio({ access, freeBookId }: Listener, bookId: number) {
  const [book] = await cardsOf([bookId])
  if (!book) throw new DomainError('not-found', 'Book not found.')
  const extent = readableExtent(access, book, freeBookId)
  const audio = extent && (await findAudio(bookId, extent))
  if (!audio) throw noAudio()
  return { book, audio }
}

/**
 * The audio of a book as far as its listener may read the text, with an address that works for a
 * while, and where they were reading or listening last.
 * @throws DomainError not-found when there is no such book, or no audio for this listener
 */
export async function openAudio(
  listener: Listener,
  bookId: number,
  now = new Date(),
): Promise<PlayableAudio> {
  const { book, audio } = await requireAudio(listener, bookId)
  const { userId } = listener
  const expiresAt = new Date(now.getTime() + AUDIO_LINK_TTL_MS)
  const path = signedAudioPath(book, audio, audio.isWhole ? userId : null, expiresAt)
  const position = userId === null ? null : await listeningPosition(userId, bookId, audio)
  return { ...audio, path, expiresAt, position }
}

async function listeningPosition(
  userId: number,
  bookId: number,
  { timeline, durationMs }: ReadableAudio,
): Promise<ListeningPosition | null> {
  const progress = await findProgress(userId, bookId)
  if (!progress) return null
  const { text, ranges } = await textOf(bookId)
  const ms = msAt(timeline, ranges, charOfPosition(text, progress.last))
  return { seconds: Math.min(ms, durationMs) / 1000, at: progress.last.placedAt }
}

async function textOf(bookId: number) {
  const source = (await sourceTexts([bookId])).get(bookId) ?? ''
  const summary = parseSummary(source, 'whole')
  return { text: readingText(summary), ranges: sectionRanges(summary) }
}

/**
 * Saves where a reader is listening as their reading position; of both, the later one wins.
 * @returns the position that is stored now
 * @throws DomainError not-found as openAudio() does
 */
export async function saveListeningPosition(
  listener: Listener & { userId: number },
  bookId: number,
  { seconds, placedAt, sentAt }: ListeningInput,
): Promise<ListeningPosition> {
  const { audio } = await requireAudio(listener, bookId)
  const { text, ranges } = await textOf(bookId)
  const ms = Math.min(seconds * 1000, audio.durationMs)
  const spot = positionAtChar(text, charAt(audio.timeline, ranges, ms))
  await savePosition(listener.userId, bookId, { ...spot, placedAt, sentAt })
  return (await listeningPosition(listener.userId, bookId, audio))!
}

/** How long a listener can still load an audio after their access ended. */
const KNOWN_FOR_MS = 60_000

const mayListenTo = new LRUCache<string, Promise<boolean>>({
  ...maxEntries(10_000),
  ttl: KNOWN_FOR_MS,
})

/** Whether a reader may still hear all of a book, at most a minute ago. */
export async function mayListen(userId: number, bookId: number): Promise<boolean> {
  const key = `${userId} ${bookId}`
  const known = mayListenTo.get(key)
  if (known) return known
  const asked = isWholeFor(userId, bookId)
  mayListenTo.set(key, asked)
  asked.catch(() => mayListenTo.delete(key))
  return asked
}

async function isWholeFor(userId: number, bookId: number): Promise<boolean> {
  const [user, [book]] = [await readerWithAccess(userId), await cardsOf([bookId])]
  if (!user || user.suspendedAt || !book) return false
  return readableExtent(accessFor(user, clockNow()), book, user.freeBookId) === 'whole'
}
