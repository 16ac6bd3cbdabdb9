import { genreLabel } from '../../catalogue/genres.ts'
import { pageCount } from '../../catalogue/rules.ts'
import { listPageQuery, queryValues } from '../../catalogue/schema.ts'
import { listBooks } from '../../catalogue/service.server.ts'
import { isoDay } from '../rules.ts'
import { AdminPage, NextPage, SearchForm, Table } from '../ui/page.tsx'
import type { Route } from './+types/books'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Books · Administration · Readr' }]

export async function loader({ url }: Route.LoaderArgs) {
  const query = listPageQuery.parse(queryValues(url.searchParams))
  const { books, total, page, hasMore } = await listBooks('full', query)
  const { search } = query
  return {
    search,
    total,
    page,
    pages: pageCount(total),
    books: books.map(({ slug, title, author, genre, locked, publishedAt }) => ({
      slug,
      title,
      author,
      genre: genreLabel(genre),
      locked,
      publishedAt,
    })),
    next: hasMore
      ? `/admin/books?${new URLSearchParams({ search, page: String(page + 1) })}`
      : null,
  }
}

export default function BooksPage({ loaderData }: Route.ComponentProps) {
  const { search, total, page, pages, books, next } = loaderData
  return (
    <AdminPage at="/admin/books" title="Books">
      <SearchForm action="/admin/books" label="Title, author or genre" search={search} />
      <p className="mt-4">
        {total} {total === 1 ? 'book' : 'books'}, page {page} of {pages}.{' '}
        <a href="/admin/books/new" className="text-link">
          Add a book
        </a>
      </p>
      <Table caption="Books" head={['Title', 'Author', 'Genre', 'Locked', 'Published']}>
        {books.map((book) => (
          <tr key={book.slug}>
            <td>
              <a href={`/admin/books/${book.slug}`} className="text-link">
                {book.title}
              </a>
            </td>
            <td>{book.author}</td>
            <td>{book.genre}</td>
            <td>{book.locked ? 'locked' : 'open'}</td>
            <td className="whitespace-nowrap">{isoDay(book.publishedAt)}</td>
          </tr>
        ))}
      </Table>
      <NextPage href={next} label="Next page" />
    </AdminPage>
  )
}
