import { listCallQuery } from '../../catalogue/schema.ts'
import { bookJson, bookListJson, envelope, errorJson, shelfJson } from '../wire.ts'
import { type Calls, json, serverFault } from './parts.server.ts'

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
  '/api/books/just-arrived': {
    get: {
      operationId: 'justArrived',
      tags: ['Books'],
      summary: 'The newest books, up to 30',
      responses: { '200': json('Newest first.', envelope(shelfJson)), '500': serverFault },
    },
  },
  '/api/books/trending': {
    get: {
      operationId: 'trending',
      tags: ['Books'],
      summary: 'What is read most these days, up to 30',
      responses: {
        '200': json('Most read first; the newest as long as nobody has read.', envelope(shelfJson)),
        '500': serverFault,
      },
    },
  },
  '/api/books/shuffle/unsubscribed': {
    get: {
      operationId: 'shuffle',
      tags: ['Books'],
      summary: 'One unlocked book by chance',
      responses: {
        '200': json('The book itself, without an envelope.', bookJson),
        '404': json('The catalogue is empty.', errorJson),
        '500': serverFault,
      },
    },
  },
}
