import { Fragment } from 'react'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { listAllBooks } from '../../catalogue/service/list-books.server.ts'
import { draftsOf, NEW_BOOK } from '../../admin/service/book-drafts.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { isoDay, isoMinute } from '../../admin/rules/dates.ts'
import { AdminList, AdminPage, SearchForm } from './admin-page.tsx'
import type { Route } from './+types/books'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { genre = null, ...asked } = listPageQuery.parse(queryValues(url.searchParams))
  const query = { ...asked, genre }
  const hidden = await hiddenBooks()
  const onlyHidden = url.searchParams.get('show') === 'hidden'
  const { books, total, page, hasMore } = await listAllBooks(query, onlyHidden ? [...hidden] : null)
  const { search } = query
  const addressOf = (number: number) =>
    `/admin/books?${new URLSearchParams({
      search,
      ...(onlyHidden ? { show: 'hidden' } : {}),
      page: String(number),
    })}`
  return {
    drafts: (await draftsOf(user.id)).map((draft) => ({
      ...draft,
      isNew: draft.slug === NEW_BOOK,
    })),
    search,
    onlyHidden,
    hiddenCount: hidden.size,
    total,
    page,
    pages: pageCount(total),
    books: books.map(({ id, slug, title, author, genre, locked, publishedAt }) => ({
      slug,
      title,
      author,
      genre: genreLabel(genre),
      locked,
      published: hidden.has(id)
        ? publishedAt > new Date()
          ? `Scheduled for ${isoMinute(publishedAt)}`
          : 'Withdrawn'
        : isoDay(publishedAt),
    })),
    next: hasMore ? addressOf(page + 1) : null,
  }
}

export default function BooksPage({ loaderData }: Route.ComponentProps) {
  const { drafts, search, onlyHidden, hiddenCount, total, page, pages, books, next } = loaderData
  const what = onlyHidden ? 'Hidden books' : 'Books'
  const tab = `${what}${search && `: “${search}”`}${page > 1 ? `, page ${page}` : ''}`
  return (
    <AdminPage at="/admin/books" title="Books" tab={tab}>
      <SearchForm action="/admin/books" label="Title, author, or genre" search={search} />
      <p className="mt-4">
        {total} {total === 1 ? 'book' : 'books'}, page {page} of {pages}.{' '}
        <TextLink href="/admin/books/new">Add a book</TextLink>{' '}
        {onlyHidden ? (
          <TextLink href="/admin/books">All books</TextLink>
        ) : (
          hiddenCount > 0 && (
            <TextLink href="/admin/books?show=hidden">{hiddenCount} hidden</TextLink>
          )
        )}
      </p>
      {drafts.length > 0 && (
        <p className="mt-3">
          Your drafts:{' '}
          {drafts.map(({ slug, savedAt, isNew }, i) => (
            <Fragment key={slug}>
              {i > 0 && ', '}
              <TextLink href={isNew ? '/admin/books/new' : `/admin/books/${slug}/edit`}>
                {isNew ? 'a new book' : slug}
              </TextLink>{' '}
              <span className="text-soft">({isoMinute(savedAt)} UTC)</span>
            </Fragment>
          ))}
        </p>
      )}
      <AdminList
        caption="Books"
        rows={books.map((book) => ({
          Title: { href: `/admin/books/${book.slug}`, text: book.title },
          Author: book.author,
          Genre: book.genre,
          Access: book.locked ? 'Locked' : 'Unlocked',
          Published: <span className="whitespace-nowrap">{book.published}</span>,
        }))}
        next={next}
        more="Next page"
      />
    </AdminPage>
  )
}
