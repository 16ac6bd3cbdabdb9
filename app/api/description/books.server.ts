import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { bookListJson, envelope, errorJson, shelfJson } from '../wire/answers.ts'
import { type Calls, json, needsFull, serverFault, SESSION, signInFirst } from './parts.server.ts'

/** The calls about the catalogue. */
export const bookCalls: Calls = {
  '/books': {
    get: {
      operationId: 'listBooks',
      tags: ['Books'],
      summary: 'List and search the catalogue',
      description:
        'Twenty books a page. Without full access unlocked books come first, and texts end at the cut. Titles sort without a leading article and without regard to case or accents.',
      requestParams: { query: listCallQuery },
      responses: {
        '200': json('One page of books.', envelope(bookListJson)),
        '400': json('A page, sort, subgenre or search that cannot be meant.', errorJson),
        '500': serverFault,
      },
    },
  },
  '/api/books/subscribed': {
    get: {
      operationId: 'listBooksSubscribed',
      tags: ['Books'],
      summary: 'List and search the catalogue, texts whole',
      security: SESSION,
      requestParams: { query: listCallQuery },
      responses: {
        '200': json('One page of books.', envelope(bookListJson)),
        '400': json('A page, sort, subgenre or search that cannot be meant.', errorJson),
        '401': signInFirst,
        '403': needsFull,
        '500': serverFault,
      },
    },
  },
  '/api/books/just-arrived': {
    get: {
      operationId: 'justArrived',
      tags: ['Books'],
      summary: 'The newest books, up to 30',
      responses: { '200': json('Newest first.', envelope(shelfJson)), '500': serverFault },
    },
  },
  '/api/books/just-arrived/subscribed': {
    get: {
      operationId: 'justArrivedSubscribed',
      tags: ['Books'],
      summary: 'The newest books, up to 30, texts whole',
      security: SESSION,
      responses: {
        '200': json('Newest first.', envelope(shelfJson)),
        '401': signInFirst,
        '403': needsFull,
        '500': serverFault,
      },
    },
  },
}
