import type { Access } from '../../catalogue/rules/access.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { collectionPath } from '../../catalogue/rules/collections.ts'
import { PAGE_SIZE } from '../../catalogue/rules/lists.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import type { EpubContents } from '../../catalogue/service/epub/write-epub.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { listBooks } from '../../catalogue/service/list-books.server.ts'
import { findCollection } from '../../catalogue/service/list-collections.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { type EpubChoice, MAX_BOOKS_IN_FILE, MY_LIST_PATH } from '../rules/epub.ts'
import { savedPage } from '../store/marked-books.server.ts'

/**
 * The summaries of a file, and what it is called.
 * @param userId null: a visitor
 * @returns null if there is no such book or collection, or if there are no summaries
 */
export async function epubContents(
  choice: EpubChoice,
  userId: number | null,
  access: Access,
): Promise<EpubContents | null> {
  const found = await find(choice, userId, access)
  return found && found.books.length > 0 ? found : null
}

async function find(
  choice: EpubChoice,
  userId: number | null,
  access: Access,
): Promise<EpubContents | null> {
  switch (choice.kind) {
    case 'summary': {
      const book = await findBook(choice.slug)
      return (
        book && {
          title: `${book.title}: a summary`,
          description: book.blurb,
          source: summaryPath(book.slug),
          books: [book],
        }
      )
    }
    case 'collection': {
      const collection = await findCollection(choice.slug)
      return (
        collection && {
          title: collection.title,
          description: collection.blurb,
          source: collectionPath(collection.slug),
          books: collection.books.map(({ book }) => book),
        }
      )
    }
    case 'my-list': {
      if (userId === null) return null
      const part = { skip: 0, take: MAX_BOOKS_IN_FILE, MY_LIST_PATH }
      const ids = await savedPage(userId, await hiddenBooks(), access !== 'full', part)
      return {
        title: 'My List',
        description: 'The summaries that you saved on Readr.',
        source: MY_LIST_PATH,
        books: await cardsOf(ids),
      }
    }
    case 'all': {
      const page = MAX_BOOKS_IN_FILE / PAGE_SIZE
      const query = { page, from: 1, search: '', genre: null, sort: 'title' as const }
      return {
        title: 'The Readr library',
        description: 'Book summaries by Readr.',
        source: '/browse/books',
        books: (await listBooks(access, query)).books,
      }
    }
  }
}
