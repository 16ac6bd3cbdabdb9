import {
  aboutReader,
  ASSET_CACHE,
  CACHE,
  changeRow,
  inTransaction,
  keptBooks,
  putRow,
} from './database.ts'
import { changeAbout, forget, tellPages } from './reader.ts'
import {
  type CopyKind,
  copyPath,
  failureOf,
  type KeptBook,
  type KeptList,
  LIST_FRESH_MS,
  madeBy,
  READER_HEADER,
  stepsFor,
} from '../../../reading/rules/offline.ts'

/** React Router ends the address of a style sheet with a hash sign. */
const ASSET = /"(\/assets\/[^"#]+\.(?:css|woff2))#?"/g

/** Somebody has asked for another round while one is under way. */
let again = false

/**
 * Brings the device up to what the server says of My List: new copies are fetched, those that are
 * no longer to be here removed, and whole texts replaced by the free part where the plan has ended.
 * @param force also if the server was asked a moment ago
 * @throws when the connection breaks
 */
export async function keepUp(build: string, { force }: { force: boolean }): Promise<void> {
  const about = await aboutReader()
  if (!about?.keeps) return
  const age = Date.now() - about.heardAt
  if (!force && age >= 0 && age < LIST_FRESH_MS) return
  again = true
  await navigator.locks.request('readr-keeping', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    do {
      again = false
      await keepOnce(about.reader, build)
    } while (again)
  })
}

/** Asks who is reading, where no page has said so yet. */
export async function meetReader(): Promise<void> {
  if (await aboutReader()) return
  const list = await askForList()
  if (!list) return
  const { reader, look } = list
  const about = { reader, look, keeps: false, leftOut: [], heardAt: 0, until: 0 }
  await putRow('about', about)
}

/** What the server says of My List; null: it cannot say now. Where nobody is signed in, all goes. */
async function askForList(): Promise<KeptList | null> {
  const answer = await fetch('/offline/list', { cache: 'no-store' })
  if (answer.status === 401) await forget()
  return answer.ok ? ((await answer.json()) as KeptList) : null
}

async function keepOnce(reader: string, build: string): Promise<void> {
  const list = await askForList()
  if (!list) return
  if (list.reader !== reader) return forget()
  const now = Date.now()
  const about = await changeAbout(() => ({ heardAt: now, until: now + list.lastsMs }))
  if (!about?.keeps) return
  const steps = stepsFor(list.books, await keptBooks(), about, build)
  for (const { slug, kinds } of steps.remove) await removeCopies(slug, kinds)
  await inTransaction('books', 'readwrite', (store) => {
    store.clear()
    for (const book of steps.books) store.put(book)
    return undefined
  })
  tellPages()
  const cache = await caches.open(CACHE)
  const covers = new Set(steps.books.map(({ cover }) => new URL(cover, location.origin).href))
  for (const { url } of await cache.keys()) {
    if (new URL(url).pathname.startsWith('/covers/') && !covers.has(url)) await cache.delete(url)
  }
  for (const slug of steps.fetch) {
    if (!(await fetchBook(slug, reader, build))) break
  }
  await dropAssets()
}

/** @returns whether there is any use in going on with other books */
async function fetchBook(slug: string, reader: string, build: string): Promise<boolean> {
  const book = await changeBook(slug, () => ({ standing: 'saving' }))
  if (!book) return true
  try {
    const cache = await caches.open(CACHE)
    let bytes = await keepFile(cache, book.cover)
    const assets = new Set<string>()
    for (const kind of book.kinds) {
      const html = await fetchCopy(slug, kind, reader)
      bytes += html.size
      for (const [, path] of html.text.matchAll(ASSET)) assets.add(path!)
      const files = await caches.open(ASSET_CACHE)
      for (const path of assets) await keepFile(files, path)
      await cache.put(copyPath(slug, kind), html.response)
    }
    // The reader may have changed their mind, or be gone, meanwhile.
    const kept = await changeBook(slug, ({ standing }) =>
      standing === 'saving'
        ? {
            standing: 'kept',
            copies: book.kinds,
            madeOf: madeBy(book, build),
            assets: [...assets],
            bytes,
          }
        : {},
    )
    if (kept?.standing !== 'kept') await removeCopies(slug, book.kinds)
    if (!kept) await cache.delete(book.cover)
    return true
  } catch (error) {
    const standing = failureOf(error)
    await removeCopies(slug, book.kinds)
    await changeBook(slug, () => ({ standing, copies: [], bytes: 0 }))
    return standing === 'failed'
  }
}

async function fetchCopy(slug: string, kind: CopyKind, reader: string) {
  const answer = await fetch(copyPath(slug, kind), { redirect: 'manual', cache: 'no-store' })
  if (!answer.ok || answer.headers.get(READER_HEADER) !== reader) throw new Error('not for us')
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  // It has been unpacked.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return { text, size: new Blob([text]).size, response: new Response(text, { headers }) }
}

/** Keeps a file that never changes. */
async function keepFile(cache: Cache, path: string): Promise<number> {
  const had = await cache.match(path)
  if (had) return (await had.blob()).size
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  const size = (await answer.clone().blob()).size
  await cache.put(path, answer)
  return size
}

async function changeBook(
  slug: string,
  change: (book: KeptBook) => Partial<KeptBook>,
): Promise<KeptBook | null> {
  const changed = await changeRow('books', slug, change)
  if (changed) tellPages()
  return changed
}

async function removeCopies(slug: string, kinds: CopyKind[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const kind of kinds) await cache.delete(copyPath(slug, kind))
}

/** Removes styles and letters that no copy needs any more. */
async function dropAssets(): Promise<void> {
  const needed = new Set((await keptBooks()).flatMap(({ assets }) => assets))
  const files = await caches.open(ASSET_CACHE)
  for (const { url } of await files.keys()) {
    if (!needed.has(new URL(url).pathname)) await files.delete(url)
  }
}

/** Removes a copy that may not be shown any more. */
export async function dropCopy(slug: string, kind: CopyKind): Promise<void> {
  await removeCopies(slug, [kind])
  await changeBook(slug, ({ copies }) => ({ copies: copies.filter((one) => one !== kind) }))
}

/**
 * Begins to keep My List here.
 * @throws when not even that can be noted here
 */
export async function startKeeping(build: string): Promise<void> {
  await meetReader()
  const about = await changeAbout(() => ({ keeps: true, leftOut: [] }))
  if (!about) throw new Error('The server did not say who is reading.')
  tellPages()
  // What does not arrive now is fetched with the next page.
  await keepUp(build, { force: true }).catch((error: unknown) => {
    if (failureOf(error) === 'no room') throw error
  })
}

/** Removes every copy, and keeps none from here on. */
export async function stopKeeping(): Promise<void> {
  await changeAbout(() => ({ keeps: false, leftOut: [] }))
  await inTransaction('books', 'readwrite', (store) => store.clear())
  await Promise.all([caches.delete(CACHE), caches.delete(ASSET_CACHE)])
  tellPages()
}

/** Takes one book from the device; it stays on the list. */
export async function leaveOut(slug: string): Promise<void> {
  await changeAbout(({ leftOut }) => ({ leftOut: [...new Set([...leftOut, slug])] }))
  await removeCopies(slug, ['now', 'always'])
  await changeBook(slug, () => ({ standing: 'left out', copies: [], bytes: 0, assets: [] }))
  await dropAssets()
}

/** Brings one book back to the device, or tries once more. */
export async function takeIn(slug: string, build: string): Promise<void> {
  await changeAbout(({ leftOut }) => ({ leftOut: leftOut.filter((one) => one !== slug) }))
  await changeBook(slug, () => ({ standing: 'waiting' }))
  try {
    await keepUp(build, { force: true })
  } catch {
    await changeBook(slug, ({ standing }) => (standing === 'waiting' ? { standing: 'failed' } : {}))
  }
}
