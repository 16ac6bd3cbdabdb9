import { syncOfflineAudio } from './offline-audio.ts'
import {
  aboutReader,
  ASSET_CACHE,
  AUDIO_CACHE,
  PAGE_CACHE,
  changeRow,
  inTransaction,
  offlineBooks,
  putRow,
} from './database.ts'
import { changeAbout, endSession, forgetReader, notifyPages } from './device-reader.ts'
import {
  type CopyKind,
  copyPath,
  storageFailureOf,
  type OfflineBook,
  type OfflineList,
  LIST_FRESH_MS,
  copyVersion,
  READER_HEADER,
  planSync,
} from '../../../reading/rules/offline.ts'

/** Styles, fonts, and the scripts for highlights and audio. React Router ends the URL of a style sheet with a hash sign. */
const ASSET = /"(\/(?:assets\/[^"#]+\.(?:css|woff2)|scripts\/(?:notes|play)-\w+\.js))#?"/g

/** Another sync was requested while one is running. */
let again = false

/**
 * Makes the device match My List on the server: fetches new copies, removes old ones, and replaces full
 * texts by free parts after the plan has ended.
 * @param force also when the last sync is recent
 * @throws when the connection fails
 */
export async function syncCopies(build: string, { force }: { force: boolean }): Promise<void> {
  const about = await aboutReader()
  if (!about?.keeps) return
  const age = Date.now() - about.heardAt
  if (!force && age >= 0 && age < LIST_FRESH_MS) return
  again = true
  await navigator.locks.request('readr-keeping', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    do {
      again = false
      await syncOnce(about.reader, build)
    } while (again)
  })
}

/** Asks the server whose device it is, if no page has said so yet. */
export async function identifyReader(): Promise<void> {
  if (await aboutReader()) return
  const list = await fetchList()
  if (!list) return
  const { reader, look } = list
  const about = { reader, look, keeps: false, leftOut: [], heardAt: 0, until: 0 }
  await putRow('about', about)
}

/** My List as the server has it; null: not available now. Removes everything when nobody is signed in. */
async function fetchList(): Promise<OfflineList | null> {
  const answer = await fetch('/offline/list', { cache: 'no-store' })
  if (answer.status === 401) await endSession()
  return answer.ok ? ((await answer.json()) as OfflineList) : null
}

/** Removes everything if the session has ended. Without a connection, nothing changes. */
export async function checkSession(): Promise<void> {
  await fetchList().catch(() => null)
}

async function syncOnce(reader: string, build: string): Promise<void> {
  const list = await fetchList()
  if (!list) return
  if (list.reader !== reader) return forgetReader()
  const now = Date.now()
  const about = await changeAbout(() => ({ heardAt: now, until: now + list.lastsMs }))
  if (!about?.keeps) return
  const steps = planSync(list.books, await offlineBooks(), about, build)
  for (const { slug, kinds } of steps.remove) await removeCopies(slug, kinds)
  await inTransaction('books', 'readwrite', (store) => {
    store.clear()
    for (const book of steps.books) store.put(book)
    return undefined
  })
  notifyPages()
  const cache = await caches.open(PAGE_CACHE)
  const covers = new Set(steps.books.map(({ cover }) => new URL(cover, location.origin).href))
  for (const { url } of await cache.keys()) {
    if (new URL(url).pathname.startsWith('/covers/') && !covers.has(url)) await cache.delete(url)
  }
  for (const slug of steps.fetch) {
    if (!(await fetchBook(slug, reader, build))) break
  }
  await removeUnusedAssets()
  await syncOfflineAudio()
}

/** @returns whether the next book is worth a try */
async function fetchBook(slug: string, reader: string, build: string): Promise<boolean> {
  const book = await changeBook(slug, () => ({ status: 'saving' }))
  if (!book) return true
  try {
    const cache = await caches.open(PAGE_CACHE)
    let bytes = await storeFile(cache, book.cover)
    const assets = new Set<string>()
    for (const kind of book.kinds) {
      const html = await fetchCopy(slug, kind, reader)
      bytes += html.size
      for (const [, path] of html.text.matchAll(ASSET)) assets.add(path!)
      const files = await caches.open(ASSET_CACHE)
      for (const path of assets) await storeFile(files, path)
      await cache.put(copyPath(slug, kind), html.response)
    }
    // The reader may have removed the book or signed out while it was fetched.
    const kept = await changeBook(slug, ({ status }) =>
      status === 'saving'
        ? {
            status: 'saved',
            copies: book.kinds,
            madeOf: copyVersion(book, build),
            assets: [...assets],
            bytes,
            position: undefined,
            notes: undefined,
          }
        : {},
    )
    if (kept?.status !== 'saved') await removeCopies(slug, book.kinds)
    if (!kept) await cache.delete(book.cover)
    return true
  } catch (error) {
    const status = storageFailureOf(error)
    await removeCopies(slug, book.kinds)
    await changeBook(slug, () => ({ status, copies: [], bytes: 0 }))
    return status === 'failed'
  }
}

async function fetchCopy(slug: string, kind: CopyKind, reader: string) {
  const answer = await fetch(copyPath(slug, kind), { redirect: 'manual', cache: 'no-store' })
  if (!answer.ok || answer.headers.get(READER_HEADER) !== reader) {
    await checkSession()
    throw new Error('not for this reader')
  }
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  // The text is no longer compressed.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return { text, size: new Blob([text]).size, response: new Response(text, { headers }) }
}

/** Stores a file that never changes. @returns its size in bytes */
async function storeFile(cache: Cache, path: string): Promise<number> {
  const stored = await cache.match(path)
  if (stored) return (await stored.blob()).size
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  const size = (await answer.clone().blob()).size
  await cache.put(path, answer)
  return size
}

async function changeBook(
  slug: string,
  change: (book: OfflineBook) => Partial<OfflineBook>,
): Promise<OfflineBook | null> {
  const changed = await changeRow('books', slug, change)
  if (changed) notifyPages()
  return changed
}

async function removeCopies(slug: string, kinds: CopyKind[]): Promise<void> {
  const cache = await caches.open(PAGE_CACHE)
  for (const kind of kinds) await cache.delete(copyPath(slug, kind))
}

/** Removes styles and fonts that no copy needs any more. */
async function removeUnusedAssets(): Promise<void> {
  const needed = new Set((await offlineBooks()).flatMap(({ assets }) => assets))
  const files = await caches.open(ASSET_CACHE)
  for (const { url } of await files.keys()) {
    if (!needed.has(new URL(url).pathname)) await files.delete(url)
  }
}

/** Removes a copy that may no longer be shown. */
export async function removeCopy(slug: string, kind: CopyKind): Promise<void> {
  await removeCopies(slug, [kind])
  await changeBook(slug, ({ copies }) => ({ copies: copies.filter((one) => one !== kind) }))
}

/**
 * Starts to save My List on this device.
 * @throws when not even that choice can be stored
 */
export async function turnOnOffline(build: string): Promise<void> {
  await identifyReader()
  const about = await changeAbout(() => ({ keeps: true, leftOut: [] }))
  if (!about) throw new Error('The server did not say who is reading.')
  notifyPages()
  // A book that fails now is fetched with the next page.
  await syncCopies(build, { force: true }).catch((error: unknown) => {
    if (storageFailureOf(error) === 'no room') throw error
  })
}

/**
 * Saves the audio of My List too, or removes it.
 * @throws when the connection fails, or the device is full
 */
export async function chooseOfflineAudio(keepsAudio: boolean): Promise<void> {
  await changeAbout(() => ({ keepsAudio }))
  notifyPages()
  await syncOfflineAudio()
}

/** Removes every copy, and saves no more. */
export async function turnOffOffline(): Promise<void> {
  await changeAbout(() => ({ keeps: false, keepsAudio: false, leftOut: [] }))
  await inTransaction('books', 'readwrite', (store) => store.clear())
  await Promise.all([PAGE_CACHE, ASSET_CACHE, AUDIO_CACHE].map((name) => caches.delete(name)))
  notifyPages()
}

/** Removes one book from the device. It stays in My List. */
export async function removeOfflineBook(slug: string): Promise<void> {
  await changeAbout(({ leftOut }) => ({ leftOut: [...new Set([...leftOut, slug])] }))
  await removeCopies(slug, ['now', 'always'])
  await changeBook(slug, () => ({ status: 'left out', copies: [], bytes: 0, assets: [] }))
  await removeUnusedAssets()
  await syncOfflineAudio()
}

/** Saves one book again, after it was removed or failed. */
export async function saveOfflineBook(slug: string, build: string): Promise<void> {
  await changeAbout(({ leftOut }) => ({ leftOut: leftOut.filter((one) => one !== slug) }))
  await changeBook(slug, () => ({ status: 'waiting' }))
  try {
    await syncCopies(build, { force: true })
  } catch {
    await changeBook(slug, ({ status }) => (status === 'waiting' ? { status: 'failed' } : {}))
  }
}
