/// <reference lib="webworker" />
import { byteRange } from '../../../reading/rules/byte-range.ts'
import {
  storageFailureOf,
  type OfflineAudio,
  mayPlay,
  type OfflineBook,
  type OfflineSettings,
} from '../../../reading/rules/offline.ts'
import { aboutReader, AUDIO_CACHE, changeRow, offlineBooks } from './database.ts'
import { forgetReader, notifyPages } from './device-reader.ts'

/** The key of a stored file. Another recording has another name. */
const keyOf = (slug: string, file: string | null) => `/audio/${slug}?file=${file ?? ''}`

const wantedOf = (
  { status, audio }: OfflineBook,
  { keepsAudio }: OfflineSettings,
): OfflineAudio | null => (keepsAudio && status === 'saved' && audio ? audio : null)

/** Makes the audio on this device match its saved books and the reader's choice. */
export async function syncOfflineAudio(): Promise<void> {
  const about = await aboutReader()
  if (!about) return
  const books = await offlineBooks()
  const wanted = books.flatMap((book) => {
    const audio = wantedOf(book, about)
    return audio ? [{ slug: book.slug, ...audio, key: keyOf(book.slug, audio.file) }] : []
  })
  if (wanted.length === 0) {
    await caches.delete(AUDIO_CACHE)
  } else {
    const cache = await caches.open(AUDIO_CACHE)
    const keys = new Set(wanted.flatMap(({ key, call }) => [key, call]))
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url)
      if (!keys.has(pathname + search)) await cache.delete(url)
    }
    for (const { slug, key, call } of wanted) {
      try {
        if (!(await cache.match(key))) await fetchAudio(cache, key, call)
        await markAudio(slug, true)
      } catch (error) {
        // Another one may work. This one is tried again with the next sync.
        if (storageFailureOf(error) === 'no room') throw error
      }
    }
  }
  for (const book of books) if (!wantedOf(book, about)) await markAudio(book.slug, false)
}

async function markAudio(slug: string, hasAudio: boolean): Promise<void> {
  const before = (await offlineBooks()).find((book) => book.slug === slug)
  if (!before || (before.hasAudio ?? false) === hasAudio) return
  await changeRow('books', slug, () => ({ hasAudio }))
  notifyPages()
}

async function fetchAudio(cache: Cache, key: string, call: string): Promise<void> {
  const facts = await fetch(call, { cache: 'no-store' })
  if (facts.status === 401) await forgetReader()
  if (!facts.ok) throw new Error(`${facts.status} ${call}`)
  const { data } = (await facts.clone().json()) as { data: { audio: { url: string } } }
  const { pathname, search } = new URL(data.audio.url)
  const file = await fetch(pathname + search, { cache: 'no-store' })
  if (!file.ok) throw new Error(`${file.status} ${key}`)
  await cache.put(key, file)
  await cache.put(call, facts)
}

export async function offlineAudioAnswer({ pathname }: URL): Promise<Response | null> {
  const about = await aboutReader()
  const book = (await offlineBooks()).find(({ audio }) => audio?.call === pathname)
  if (!about || !book || !mayPlay(book, about, Date.now())) return null
  return (await caches.match(pathname, { cacheName: AUDIO_CACHE })) ?? null
}

/** The part of a stored file that a player asks for; null: it is not stored, or may not be played now. */
export async function offlineAudioFile({ headers }: Request, url: URL): Promise<Response | null> {
  const slug = url.pathname.slice('/audio/'.length)
  const key = keyOf(slug, url.searchParams.get('file'))
  const stored = await caches.match(key, { cacheName: AUDIO_CACHE })
  if (!stored) return null
  const about = await aboutReader()
  const book = (await offlineBooks()).find((one) => one.slug === slug)
  if (!about || !book || !mayPlay(book, about, Date.now())) return null
  return partOf(await stored.blob(), stored.headers.get('Content-Type')!, headers.get('Range'))
}

function partOf(file: Blob, type: string, wanted: string | null): Response {
  const range = byteRange(wanted, file.size)
  const headers = { 'Content-Type': type, 'Accept-Ranges': 'bytes' }
  if (range === 'outside') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } })
  }
  if (!range) return new Response(file, { headers })
  const { first, last } = range
  return new Response(file.slice(first, last + 1), {
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${first}-${last}/${file.size}`,
      'Content-Length': String(last - first + 1),
    },
  })
}
