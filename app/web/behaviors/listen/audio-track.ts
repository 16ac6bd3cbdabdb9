import type { AudioChapter, Timing } from '../../../catalogue/rules/audio/timeline.ts'
import { PLAYER_STORAGE_KEY } from './player-storage-key.ts'

/** Where a tab keeps what plays, from page to page. */
const PLAYING = 'readr.playing'

/** What the player plays. It continues on the next page, so it contains all that a page knows about it. */
export interface AudioTrack {
  script: string
  call: string
  slug: string
  title: string
  cover: string | null
  /** Whether positions are saved: somebody is signed in. */
  isReader: boolean
}

export interface PlayingTrack extends AudioTrack {
  seconds: number
  plays: boolean
  /** When that was, in milliseconds since 1970. */
  at: number
}

export interface AudioAnswer {
  url: string
  durationSeconds: number
  isWhole: boolean
  chapters: AudioChapter[]
  timings: Timing[] | null
  position: { seconds: number } | null
}

/** After this time, the server's position is used: another device may have a later one. */
const CONTINUE_FOR_MS = 10 * 60_000

export function storePlayingTrack(playing: PlayingTrack | null): void {
  try {
    if (playing) {
      sessionStorage.setItem(PLAYER_STORAGE_KEY, playing.script)
      sessionStorage.setItem(PLAYING, JSON.stringify(playing))
    } else for (const key of [PLAYER_STORAGE_KEY, PLAYING]) sessionStorage.removeItem(key)
  } catch {
    // Without storage, the player ends with its page.
  }
}

/** What played on the page before; null: nothing. */
export function storedPlayingTrack(): PlayingTrack | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLAYING) ?? 'null') as PlayingTrack | null
  } catch {
    return null
  }
}

export function startSeconds(
  before: PlayingTrack | null,
  { position }: AudioAnswer,
  now: number,
): number {
  if (before && now - before.at < CONTINUE_FOR_MS) return before.seconds
  return position?.seconds ?? before?.seconds ?? 0
}

export function trackOf(article: HTMLElement, { dataset }: HTMLElement): AudioTrack {
  const { summary, bookId } = article.dataset
  return {
    script: dataset['listen']!,
    call: dataset['audio']!,
    slug: summary!,
    title: article.querySelector('h1')!.textContent,
    cover: article.querySelector('img')?.src ?? null,
    isReader: bookId !== undefined,
  }
}

/**
 * Asks where the audio is. Its address works for a limited time. It is requested from this page's
 * host, because pages play nothing from other hosts and the call may name another one.
 */
export async function fetchAudio(call: string): Promise<AudioAnswer> {
  const answer = await fetch(call)
  if (!answer.ok) throw new Error(String(answer.status))
  const { audio } = ((await answer.json()) as { data: { audio: AudioAnswer } }).data
  const { pathname, search } = new URL(audio.url)
  return { ...audio, url: pathname + search }
}
