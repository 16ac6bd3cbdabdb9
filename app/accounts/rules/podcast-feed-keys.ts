import { WEEK_MS } from '../../platform/durations.ts'

/** What a private podcast contains. */
export const PODCAST_SELECTIONS = {
  'my-list': 'My List',
  'my-genres': 'New in my genres',
  everything: 'Everything',
} as const

export type PodcastSelection = keyof typeof PODCAST_SELECTIONS

export const PODCAST_SELECTION_NAMES = Object.keys(PODCAST_SELECTIONS) as [
  PodcastSelection,
  ...PodcastSelection[],
]

/** The selection in its stored form; null: it is none. */
export const readPodcastSelection = (stored: string | null): PodcastSelection | null =>
  PODCAST_SELECTION_NAMES.find((name) => name === stored) ?? null

/** The secret in a podcast's address. */
const SECRET = /^readr_pod_[\w-]{43}$/

export const podcastSecret = (random: string) => `readr_pod_${random}`

export const isPodcastSecret = (text: string) => SECRET.test(text)

export const podcastFeedPath = (secret: string) => `/podcast/${secret}.xml`

/**
 * One person at home, at work, and on trains is seen in fewer networks a week. An address that was
 * passed on is seen in more.
 */
export const MAX_PODCAST_NETWORKS = 20

/** How long a reader sees a warning about an address that was used from many networks. */
const TELL_FOR_MS = 2 * WEEK_MS

interface Networks {
  /** When the week began, in milliseconds since 1970. */
  week: number
  /** Keyed hashes, at most MAX_PODCAST_NETWORKS. */
  seen: string[]
  /** When there were many for the last time; null: never. */
  manyAt: number | null
}

function readNetworks(stored: string | null): Networks {
  return stored === null ? { week: 0, seen: [], manyAt: null } : (JSON.parse(stored) as Networks)
}

/**
 * Adds a network to those of this week.
 * @param network its keyed hash
 * @returns null if nothing changed. `isFirst`: there are many for the first time
 */
export function addPodcastNetwork(
  stored: string | null,
  network: string,
  now: Date,
): { stored: string; isFirst: boolean } | null {
  const before = readNetworks(stored)
  const week = Math.floor(now.getTime() / WEEK_MS) * WEEK_MS
  const seen = before.week === week ? before.seen : []
  if (seen.includes(network) || seen.length >= MAX_PODCAST_NETWORKS) return null
  const after = [...seen, network]
  const isMany = after.length >= MAX_PODCAST_NETWORKS
  const manyAt = isMany ? now.getTime() : before.manyAt
  return {
    stored: JSON.stringify({ week, seen: after, manyAt } satisfies Networks),
    isFirst: isMany && before.manyAt === null,
  }
}

/** Whether an address was used from many networks lately. */
export function hasManyPodcastNetworks(stored: string | null, now: Date): boolean {
  const { manyAt } = readNetworks(stored)
  return manyAt !== null && now.getTime() - manyAt < TELL_FOR_MS
}
