import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { searchMyList } from '../../reading/service/load-my-list.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { BAD_LIST_QUERY, INVALID_INPUT, NO_BOOK } from '../schemas/answers.server.ts'
import { bookListJson, booksJson } from '../schemas/books.server.ts'

const listMyBooks = defineCall({
  id: 'listMyBooks',
  tag: 'Reading',
  summary: 'List and search My List',
  success: 'One page of books.',
  errors: { 400: BAD_LIST_QUERY },
  method: 'GET',
  auth: 'session',
  scope: 'library:read',
  query: listCallQuery,
  output: bookListJson,
  async handler(call) {
    const { subgenre: genre, ...query } = call.query
    const { id } = call.signedIn.user
    const { books, hasMore, total } = await searchMyList(id, call.access, { ...query, genre })
    return { data: { books: await booksJson(call, books), hasMore, total } }
  },
})

const saveBook = defineCall({
  id: 'saveBook',
  tag: 'Reading',
  summary: 'Save a book to My List',
  description: 'Repeating it changes nothing.',
  success: 'The book is in My List.',
  errors: { 400: INVALID_INPUT, 404: NO_BOOK },
  method: 'POST',
  auth: 'session',
  scope: 'library:write',
  body: bookIdInput,
  async handler({ signedIn, body }) {
    const { bookId } = await body()
    await setMark('saved', true, signedIn.user.id, bookId)
    return { data: {}, message: 'The book is in My List.' }
  },
})

export const loader = endpoint(listMyBooks, saveBook)

export { loader as action }
