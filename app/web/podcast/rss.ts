import {
  podcastFeedPath,
  type PodcastSelection,
  PODCAST_SELECTIONS,
} from '../../accounts/rules/podcast-feed-keys.ts'
import { coverJpegPath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { element, textElement as textOf, XML_DECLARATION } from '../../catalogue/rules/xml.ts'
import { episodeChaptersPath, episodeAudioPath } from '../../reading/rules/podcast-episodes.ts'
import type { Episode } from '../../reading/service/list-podcast-episodes.server.ts'

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
}

const ABOUT: Record<PodcastSelection, string> = {
  'my-list': 'The summaries in My List, read aloud. Save a book on Readr, and it appears here.',
  'my-genres': 'The newest summaries in your favorite genres, read aloud.',
  everything: 'Every summary on Readr with audio, newest first.',
}

const subscriptionEnded =
  'Your Readr subscription has ended, so this podcast is paused. Subscribe again, and its episodes come back.'

interface Podcast {
  /** The secret of its address. */
  secret: string
  selection: PodcastSelection
  /** Null: its reader has no full access. */
  episodes: Episode[] | null
}

/**
 * A reader's podcast as RSS 2.0, with the tags of Apple Podcasts and of Podcasting 2.0. Its address is
 * only for one reader, so it asks directories not to list it (itunes:block, podcast:locked).
 * @param origin of every address
 */
export function writePodcast({ secret, selection, episodes }: Podcast, origin: string): string {
  const about = episodes ? ABOUT[selection] : subscriptionEnded
  const channel = [
    textOf('title', `Readr: ${PODCAST_SELECTIONS[selection]}`),
    textOf('link', `${origin}/browse`),
    textOf('description', about),
    textOf('language', 'en'),
    element('atom:link', {
      rel: 'self',
      type: 'application/rss+xml',
      href: origin + podcastFeedPath(secret),
    }),
    textOf('ttl', '60'),
    textOf('itunes:author', 'Readr'),
    textOf('itunes:type', 'episodic'),
    textOf('itunes:explicit', 'false'),
    textOf('itunes:block', 'Yes'),
    element('itunes:category', { text: 'Arts' }, element('itunes:category', { text: 'Books' })),
    element('itunes:image', { href: `${origin}/icons/podcast.png` }),
    textOf('podcast:locked', 'yes'),
    ...(episodes?.map((episode) => item(episode, secret, origin)) ?? [endedItem(origin)]),
  ]
  return `${XML_DECLARATION}${element('rss', { version: '2.0', ...NAMESPACES }, element('channel', {}, channel))}\n`
}

function item(
  { book, mimeType, byteSize, durationMs, at }: Episode,
  secret: string,
  origin: string,
): string {
  const page = origin + summaryPath(book.slug)
  return element('item', {}, [
    textOf('title', `${book.title}, by ${book.author}`),
    textOf('link', page),
    textOf('guid', page, { isPermaLink: 'true' }),
    textOf('pubDate', at.toUTCString()),
    textOf('description', book.blurb),
    textOf('category', genreLabel(book.genre)),
    element('enclosure', {
      url: origin + episodeAudioPath(secret, book.slug, mimeType),
      length: byteSize,
      // Apple Podcasts knows M4A only by this name.
      type: mimeType === 'audio/mp4' ? 'audio/x-m4a' : mimeType,
    }),
    textOf('itunes:title', book.title),
    textOf('itunes:author', book.author),
    textOf('itunes:duration', String(Math.round(durationMs / 1000))),
    textOf('itunes:episodeType', 'full'),
    textOf('itunes:explicit', 'false'),
    element('itunes:image', { href: origin + coverJpegPath(book, 640) }),
    element('podcast:chapters', {
      url: origin + episodeChaptersPath(secret, book.slug),
      type: 'application/json+chapters',
    }),
  ])
}

/** Without audio: apps that show it explain why nothing plays, others show the description. */
function endedItem(origin: string): string {
  const plans = `${origin}/subscribe`
  return element('item', {}, [
    textOf('title', 'Your podcast is paused'),
    textOf('link', plans),
    textOf('guid', `${plans}#paused`, { isPermaLink: 'false' }),
    textOf('description', subscriptionEnded),
  ])
}

/** The chapters of an episode (JSON chapters of Podcasting 2.0). */
export function writeChapters(chapters: readonly { title: string; startMs: number }[]): string {
  return JSON.stringify({
    version: '1.2.0',
    chapters: chapters.map(({ title, startMs }) => ({ startTime: startMs / 1000, title })),
  })
}
