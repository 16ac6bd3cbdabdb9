import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { OfflineSettings, OfflineBook, PendingChange } from '../../../reading/rules/offline.ts'

/** What a device knows of its reader, apart from the pages themselves, which are in CACHE. */
interface Schema extends DBSchema {
  about: { key: 'reader'; value: OfflineSettings }
  books: { key: string; value: OfflineBook }
  waiting: { key: string; value: PendingChange }
}

const DATABASE = 'readr-offline'
/** The pages and covers that are kept: private to one reader. */
export const CACHE = 'readr-kept'
/** Styles and letters of the pages that are kept. */
export const ASSET_CACHE = 'readr-kept-assets'
/** Where the service worker says that something has changed. */
export const CHANNEL = 'readr-offline'

let open: Promise<IDBPDatabase<Schema>> | undefined

/** The device's database, opened once. */
export function database(): Promise<IDBPDatabase<Schema>> {
  open ??= openDB<Schema>(DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore('about')
      db.createObjectStore('books', { keyPath: 'slug' })
      db.createObjectStore('waiting', { keyPath: 'key' })
    },
    // Whoever wants it gone or newer does not have to wait for us.
    blocking: (_from, _to, event) => {
      open = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      open = undefined
    },
  })
  open.catch(() => (open = undefined))
  return open
}

/** Whose device it is; undefined: nobody's. */
export const aboutReader = async (): Promise<OfflineSettings | undefined> =>
  (await database()).get('about', 'reader')

/** The books of the list as they are here, the last saved first. */
export async function keptBooks(): Promise<OfflineBook[]> {
  const books = await (await database()).getAll('books')
  return books.toSorted((a, b) => a.order - b.order)
}

/** Removes all that the device has of its reader. */
export async function removeEverything(): Promise<void> {
  open = undefined
  await Promise.all([
    caches.delete(CACHE),
    caches.delete(ASSET_CACHE),
    deleteDB(DATABASE, { blocked: () => undefined }),
  ])
}
