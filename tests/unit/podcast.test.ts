import { parseRssFeed } from 'feedsmith'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { podcastSecret } from '#app/accounts/rules/podcast-feed-keys.ts'
import type { BookCard } from '#app/catalogue/service/list-books.server.ts'
import { parseEpisodeFileName, episodeAudioPath } from '#app/reading/rules/podcast-episodes.ts'
import { writeChapters, writePodcast } from '#app/web/podcast/rss.ts'

const ORIGIN = 'https://readr.test'
const SECRET = podcastSecret('s'.repeat(43))
const BOOK: BookCard = {
  ...{ id: 1, slug: 'walden', title: 'Walden & Co', author: 'Henry David Thoreau', year: 1854 },
  ...{ genre: 'self-help', blurb: 'Live <deliberately>.', locked: true, minutes: 15 },
  ...{ publishedAt: new Date('2026-11-01T12:00:00Z'), coverFile: null, coverTag: 'abc' },
}
const episodeOf = (changes: Partial<BookCard> = {}) => ({
  book: { ...BOOK, ...changes },
  mimeType: 'audio/mpeg',
  byteSize: 1234,
  durationMs: 93_400,
  at: new Date('2026-11-20T08:00:00Z'),
})
const written = (episodes: ReturnType<typeof episodeOf>[] | null) =>
  writePodcast({ secret: SECRET, selection: 'my-list', episodes }, ORIGIN)

describe('the feed of a podcast', () => {
  test('has what podcast apps need', () => {
    const feed = parseRssFeed(written([episodeOf(), episodeOf({ slug: 'emma' })]))
    expect(feed).toMatchObject({
      title: 'Readr: My List',
      language: 'en',
      itunes: { author: 'Readr', explicit: false, type: 'episodic', block: true },
      podcast: { locked: { value: true } },
    })
    expect(feed.itunes!.image).toBe(`${ORIGIN}/icons/podcast.png`)
    expect(feed.items).toHaveLength(2)
    expect(feed.items![0]).toMatchObject({
      title: 'Walden & Co, by Henry David Thoreau',
      link: `${ORIGIN}/summaries/walden`,
      guid: { value: `${ORIGIN}/summaries/walden` },
      description: 'Live <deliberately>.',
      enclosures: [
        { url: `${ORIGIN}/podcast/${SECRET}/walden.mp3`, length: 1234, type: 'audio/mpeg' },
      ],
      itunes: { duration: 93, episodeType: 'full', explicit: false },
      podcast: { chapters: { type: 'application/json+chapters' } },
    })
    expect(Date.parse(String(feed.items![0]!.pubDate))).toBe(episodeOf().at.getTime())
  })

  test('names M4A as Apple Podcasts does', () => {
    const { items } = parseRssFeed(written([{ ...episodeOf(), mimeType: 'audio/mp4' }]))
    expect(items![0]!.enclosures).toMatchObject([{ type: 'audio/x-m4a' }])
    expect(items![0]!.enclosures![0]!.url).toMatch(/\/walden\.m4a$/)
  })

  test('says why nothing plays after the subscription has ended', () => {
    const { description, items } = parseRssFeed(written(null))
    expect(description).toContain('subscription has ended')
    expect(items).toMatchObject([{ link: `${ORIGIN}/subscribe` }])
    expect(items![0]).not.toHaveProperty('enclosures')
    expect(parseRssFeed(written([])).items ?? []).toEqual([])
  })

  test('keeps any title and blurb', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (title, blurb) => {
        const { items } = parseRssFeed(written([episodeOf({ title: `a${title}z`, blurb })]))
        expect(items).toHaveLength(1)
        expect(items![0]!.enclosures).toHaveLength(1)
      }),
    )
  })
})

test('the files of a podcast are known by their names', () => {
  for (const type of ['audio/mpeg', 'audio/mp4', 'audio/ogg']) {
    const file = episodeAudioPath(SECRET, 'walden', type).split('/').at(-1)!
    expect(parseEpisodeFileName(file)).toEqual({ slug: 'walden', isAudio: true })
  }
  expect(parseEpisodeFileName('walden.json')).toEqual({ slug: 'walden', isAudio: false })
  for (const file of ['walden', 'walden.wav', '../walden.mp3', 'Walden.mp3', '.mp3', 'a.b.mp3'])
    expect(parseEpisodeFileName(file), file).toBeNull()
  expect(JSON.parse(writeChapters([{ title: 'Hook', startMs: 1500 }]))).toEqual({
    version: '1.2.0',
    chapters: [{ startTime: 1.5, title: 'Hook' }],
  })
})
