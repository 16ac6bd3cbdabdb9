import { pageNumbers } from '../../catalogue/rules/lists.ts'

/** Loads the pages of a list that an address shows, as far as they exist. */
export async function loadPages<B, L extends { books: B[]; hasMore: boolean }>(
  page: number,
  from: number | null,
  load: (page: number) => Promise<L & { books: B[] }>,
): Promise<Omit<L, 'books'> & { books: B[]; from: number }> {
  const [first = 1, ...others] = pageNumbers(page, from)
  let last = await load(first)
  const { books } = last
  for (const number of others) {
    if (!last.hasMore) break
    last = await load(number)
    books.push(...last.books)
  }
  return { ...last, books, from: first }
}
