import type { OfflineSettings, OfflineBook } from '../../../reading/rules/offline.ts'
import type { PendingChange } from '../../../reading/rules/pending-changes.ts'

/** What the device stores about its reader. The pages themselves are in PAGE_CACHE. */
interface Stores {
  about: OfflineSettings
  books: OfflineBook
  waiting: PendingChange
}

const DATABASE = 'readr-offline'
/** The pages and covers of saved books: private to one reader. */
export const PAGE_CACHE = 'readr-kept'
/** Styles and fonts of the saved pages. */
export const ASSET_CACHE = 'readr-kept-assets'
/** The audio of saved books, and where it is: private to one reader. */
export const AUDIO_CACHE = 'readr-kept-audio'
/** The channel on which the service worker announces changes. */
export const DEVICE_CHANNEL = 'readr-offline'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('error', () => reject(request.error!))
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('about')
      request.result.createObjectStore('books', { keyPath: 'slug' })
      request.result.createObjectStore('waiting', { keyPath: 'key' })
    })
    request.addEventListener('success', () => resolve(request.result))
  })
}

/**
 * Works on one store in one transaction, and waits for its end.
 * @returns the result of the request that `work` returns
 * @throws DOMException where the browser stores nothing, or clears the site (AbortError)
 */
export async function inTransaction<Name extends keyof Stores, Result>(
  name: Name,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result> {
  const database = await openDatabase()
  return new Promise<Result>((resolve, reject) => {
    const tx = database.transaction(name, mode)
    const request = work(tx.objectStore(name))
    tx.addEventListener('complete', () => resolve(request?.result as Result))
    tx.addEventListener('abort', () => reject(tx.error ?? new DOMException('', 'AbortError')))
    // Sign-out, which clears the site, waits for open databases, and Chrome reports them.
  }).finally(() => database.close())
}

export const readRow = <Name extends keyof Stores>(
  name: Name,
  key: string,
): Promise<Stores[Name] | undefined> => inTransaction(name, 'readonly', (store) => store.get(key))

export const readRows = <Name extends keyof Stores>(name: Name): Promise<Stores[Name][]> =>
  inTransaction(name, 'readonly', (store) => store.getAll())

/** Stores a row. The key of `about` is 'reader'; other rows contain their keys. */
export const putRow = <Name extends keyof Stores>(name: Name, row: Stores[Name]) =>
  inTransaction(name, 'readwrite', (store) => store.put(row, store.keyPath ? undefined : 'reader'))

/**
 * Changes a row, if it is there.
 * @returns the row as it is now, or null
 */
export async function changeRow<Name extends keyof Stores>(
  name: Name,
  key: string,
  change: (row: Stores[Name]) => Partial<Stores[Name]>,
): Promise<Stores[Name] | null> {
  const row = await inTransaction(name, 'readwrite', (store) => {
    const request: IDBRequest<Stores[Name] | undefined> = store.get(key)
    request.addEventListener('success', () => {
      const { result } = request
      if (result) Object.assign(result, change(result))
      if (result) store.put(result, store.keyPath ? undefined : key)
    })
    return request
  })
  return row ?? null
}

/** Whose device it is; undefined: nobody's. */
export const aboutReader = () => readRow('about', 'reader')

/** The saved books in the order of My List. */
export const offlineBooks = async () =>
  (await readRows('books')).toSorted((a, b) => a.order - b.order)

const removeCaches = () =>
  Promise.all([PAGE_CACHE, ASSET_CACHE, AUDIO_CACHE].map((name) => caches.delete(name)))

/** Removes everything that the device stores about its reader. */
export async function removeEverything(): Promise<void> {
  const database = new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })
  await Promise.all([removeCaches(), database])
}

/** The same, but for the changes of marks and highlights that are not sent yet. */
export async function removeCopiesAndReader(): Promise<void> {
  for (const name of ['about', 'books'] as const) {
    await inTransaction(name, 'readwrite', (store) => store.clear())
  }
  for (const { kind, key } of await readRows('waiting')) {
    if (kind === 'place') await inTransaction('waiting', 'readwrite', (store) => store.delete(key))
  }
  await removeCaches()
}
