import { expect, test } from 'vitest'
import { MAX_PODCAST_NETWORKS } from '#app/accounts/rules/podcast-feed-keys.ts'
import { appKeysOf, resumePodcastKey, resumeToken } from '#app/accounts/service/app-keys.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { createPodcastKey } from '#app/accounts/service/create-app-key.server.ts'
import { endSession } from '#app/accounts/service/end-session.server.ts'
import { countPodcastNetwork } from '#app/accounts/service/count-podcast-networks.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { db } from '#app/platform/database.server.ts'
import { listPodcastEpisodes } from '#app/reading/service/list-podcast-episodes.server.ts'
import { saveTaste } from '#app/reading/service/save-taste.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { emailsTo, newReader, PASSWORD } from './readers.ts'

async function readerWithPodcast() {
  const user = await newReader({ emailVerified: true })
  const { secret: cookie } = await beginWebSession(user, { remember: true, device: 'a browser' })
  const signedIn = (await resumeWebSession(cookie))!
  const secret = await createPodcastKey(signedIn, {
    name: 'My phone',
    password: PASSWORD,
    selection: 'my-genres',
  })
  return { user, secret }
}

test('an address identifies its reader until it is revoked', async () => {
  const { user, secret } = await readerWithPodcast()
  const found = (await resumePodcastKey(secret))!
  expect(found).toMatchObject({
    user: { id: user.id },
    session: { kind: 'podcast', selection: 'my-genres', scopes: [] },
  })
  expect(JSON.stringify(await db().session.findMany())).not.toContain(secret)
  expect(await resumeToken(secret)).toHaveProperty('problem')
  expect(await resumePodcastKey(secret.replace(/.$/, '_'))).toBeNull()
  expect(await appKeysOf(user.id)).toMatchObject([
    { kind: 'podcast', name: 'My phone', selection: 'my-genres', hasManyNetworks: false },
  ])
  await endSession(user.id, found.session.id)
  expect(await resumePodcastKey(secret)).toBeNull()
})

test('the reader gets one email about many networks in a week, without storing them', async () => {
  const { user, secret } = await readerWithPodcast()
  const podcast = (await resumePodcastKey(secret))!
  const about = async () =>
    (await emailsTo(user.email)).filter(({ subject }) => subject.includes('someone else'))
  for (let i = 1; i < MAX_PODCAST_NETWORKS; i += 1)
    await countPodcastNetwork(podcast, `203.0.${i}.7`)
  await countPodcastNetwork(podcast, '203.0.1.8')
  expect(await about()).toEqual([])
  expect((await appKeysOf(user.id))[0]!.hasManyNetworks).toBe(false)
  for (let i = 50; i < 60; i += 1) await countPodcastNetwork(podcast, `203.0.${i}.7`)
  expect(await about()).toHaveLength(1)
  expect((await appKeysOf(user.id))[0]!.hasManyNetworks).toBe(true)
  expect(JSON.stringify(await db().session.findMany())).not.toContain('203.0')
})

test('a podcast has the books with audio of its selection, the latest first', async () => {
  await emptyCatalogue()
  const titles = ['Old', 'Recent', 'Other', 'Silent']
  await importBooks(
    Object.fromEntries(
      titles.map((title, i) => [
        title.toLowerCase(),
        {
          title,
          genre: title === 'Other' ? 'fiction' : 'self-help',
          publishedAt: `2026-0${i + 1}-01`,
        },
      ]),
    ),
  )
  const books = await db().book.findMany()
  const idOf = (title: string) => books.find((book) => book.title === title)!.id
  const audio = { hash: 'h', mimeType: 'audio/mpeg', byteSize: 9, durationMs: 9, chapters: '[]' }
  const more = { isEstimated: true, freeUntil: '', textHash: '', createdAt: new Date() }
  await db().bookAudio.createMany({
    data: ['Old', 'Recent', 'Other'].map((title) => ({ bookId: idOf(title), ...audio, ...more })),
  })
  const reader = await newReader()
  const episodes = async (selection: Parameters<typeof listPodcastEpisodes>[1]) =>
    (await listPodcastEpisodes(reader.id, selection)).map(({ book }) => book.title)
  expect(await episodes('everything')).toEqual(['Other', 'Recent', 'Old'])
  expect(await episodes('my-genres')).toEqual(['Other', 'Recent', 'Old'])
  expect(await episodes('my-list')).toEqual([])
  await saveTaste(reader.id, { genre: ['self-help'], book: [] })
  expect(await episodes('my-genres')).toEqual(['Recent', 'Old'])
  for (const title of ['Silent', 'Other', 'Old']) {
    await setMark('saved', true, reader.id, idOf(title))
  }
  expect((await episodes('my-list')).toSorted()).toEqual(['Old', 'Other'])
})
