import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { listBooksWithText } from '../../catalogue/service/list-books.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { BAD_LIST_QUERY, SERVER_ERROR } from '../schemas/answers.server.ts'
import { bookListJson, toBookListJson } from '../schemas/books.server.ts'

const listBooks = defineCall({
  id: 'listBooks',
  tag: 'Books',
  summary: 'List and search the catalogue',
  description:
    'Returns twenty books per page. Without full access, unlocked books come first, and texts end at the cut. Titles are sorted without leading articles and without regard to case or accents.',
  success: 'One page of books.',
  errors: { 400: BAD_LIST_QUERY, 500: SERVER_ERROR },
  method: 'GET',
  auth: 'optional',
  query: listCallQuery,
  output: bookListJson,
  sameForAllVisitors: true,
  async handler({ access, signedIn, query: { subgenre: genre, ...query } }) {
    const list = await listBooksWithText(access, { ...query, genre }, signedIn?.user.freeBookId)
    return { data: toBookListJson(list) }
  },
})

export const loader = endpoint(listBooks, forSubscribers(listBooks, { description: undefined }))

export { loader as action }
