import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPObjectStore,
  openDB,
  type StoreNames,
} from 'idb'
import type { OfflineSettings, OfflineBook, PendingChange } from '../../../reading/rules/offline.ts'

/** What the device stores about its reader. The pages themselves are in CACHE. */
interface Schema extends DBSchema {
  about: { key: 'reader'; value: OfflineSettings }
  books: { key: string; value: OfflineBook }
  waiting: { key: string; value: PendingChange }
}

const DATABASE = 'readr-offline'
/** The pages and covers of saved books: private to one reader. */
export const CACHE = 'readr-kept'
/** Styles and fonts of the saved pages. */
export const ASSET_CACHE = 'readr-kept-assets'
/** The channel on which the service worker announces changes. */
export const CHANNEL = 'readr-offline'

let open: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  open ??= openDB<Schema>(DATABASE, 1, {
    upgrade(db, _from, _to, tx) {
      db.createObjectStore('about')
      db.createObjectStore('books', { keyPath: 'slug' })
      db.createObjectStore('waiting', { keyPath: 'key' })
      // An aborted upgrade also rejects openDB, whose caller handles it.
      tx.done.catch(() => undefined)
    },
    // Close, so that a page that deletes or upgrades the database does not wait for this one.
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

/**
 * Works on one store in one transaction, and waits for the transaction to end.
 * @throws DOMException where the browser stores nothing, or clears it in the meantime (AbortError)
 */
async function inTransaction<
  Name extends StoreNames<Schema>,
  Mode extends 'readonly' | 'readwrite',
  Result,
>(
  name: Name,
  mode: Mode,
  work: (store: IDBPObjectStore<Schema, [Name], Name, Mode>) => Promise<Result>,
): Promise<Result> {
  const tx = (await database()).transaction(name, mode)
  // idb's own get() and getAll() leave `done` unhandled: it rejects when sign-out clears the site.
  const [result] = await Promise.all([work(tx.store), tx.done])
  return result
}

/** Reads from one store. */
export const readStore = <Name extends StoreNames<Schema>, Result>(
  name: Name,
  work: (store: IDBPObjectStore<Schema, [Name], Name, 'readonly'>) => Promise<Result>,
) => inTransaction(name, 'readonly', work)

/** Changes one store: wholly or not at all. */
export const writeStore = <Name extends StoreNames<Schema>, Result>(
  name: Name,
  work: (store: IDBPObjectStore<Schema, [Name], Name, 'readwrite'>) => Promise<Result>,
) => inTransaction(name, 'readwrite', work)

/** Whose device it is; undefined: nobody's. */
export const aboutReader = (): Promise<OfflineSettings | undefined> =>
  readStore('about', (store) => store.get('reader'))

/** The saved books in the order of My List. */
export async function keptBooks(): Promise<OfflineBook[]> {
  const books = await readStore('books', (store) => store.getAll())
  return books.toSorted((a, b) => a.order - b.order)
}

/** Changes made offline that are not sent yet. */
export const waitingChanges = (): Promise<PendingChange[]> =>
  readStore('waiting', (store) => store.getAll())

/** Removes everything that the device stores about its reader. */
export async function removeEverything(): Promise<void> {
  open = undefined
  await Promise.all([
    caches.delete(CACHE),
    caches.delete(ASSET_CACHE),
    deleteDB(DATABASE, { blocked: () => undefined }),
  ])
}
