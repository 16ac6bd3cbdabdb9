import { type NamedBook, shownBooks } from '../rules/collections.ts'
import { isSlug } from '../schema/book.ts'
import { allCollections, idsOfSlugs } from '../store/collections.server.ts'
import { cardsOf } from './book-cards.server.ts'
import type { BookCard } from './list-books.server.ts'
import { catalogueVersion } from './version.server.ts'

export interface ShownCollection {
  slug: string
  title: string
  blurb: string
  books: { book: BookCard; sentence: string }[]
}

interface Stored {
  slug: string
  title: string
  blurb: string
  books: NamedBook[]
}

interface Cache {
  version: number
  collections: Stored[]
  ids: Map<string, number>
}

let cache: Cache | undefined

async function currentCollections(): Promise<Cache> {
  const version = await catalogueVersion()
  if (cache?.version === version) return cache
  const rows = await allCollections()
  const collections = rows.filter(({ withdrawnAt }) => withdrawnAt === null)
  const slugs = collections.flatMap(({ books }) => books.map(({ slug }) => slug))
  cache = { version, collections, ids: await idsOfSlugs([...new Set(slugs)]) }
  return cache
}

/** The collections that readers can see, in their order. */
export async function listCollections(): Promise<ShownCollection[]> {
  const { collections, ids } = await currentCollections()
  const cards = await cardsOf([...ids.values()])
  const visible = new Map(cards.map((book) => [book.slug, book]))
  return collections.flatMap(({ slug, title, blurb, books }) => {
    const shown = shownBooks(books, visible)
    return shown === null ? [] : [{ slug, title, blurb, books: shown }]
  })
}

/** A collection that readers can see, or null. */
export async function findCollection(slug: string): Promise<ShownCollection | null> {
  if (!isSlug(slug)) return null
  return (await listCollections()).find((collection) => collection.slug === slug) ?? null
}
