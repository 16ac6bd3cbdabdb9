import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { bookIdInput, positionInput } from '../../reading/schema/marks.ts'
import { z } from 'zod'
import {
  bookListJson,
  envelope,
  errorJson,
  placeJson,
  placesJson,
  readListJson,
  readShelfJson,
  savedListJson,
} from '../wire/answers.ts'
import {
  type Calls,
  done,
  json,
  needsFull,
  refused,
  requires,
  serverFault,
  SESSION,
  signInFirst,
} from './parts.server.ts'

const noBook = json('There is no such book.', errorJson)
/** What every call about a reader's own book may answer besides. */
const aboutBook = { '401': signInFirst, '404': noBook, '500': serverFault }
const ofReader = { '401': signInFirst, '500': serverFault }
const LAST_READ = 'The last read first; without full access unlocked books come first.'

/** The calls about a reader's list, marks and places. */
export const readingCalls: Calls = {
  '/api/books/my-list': {
    get: {
      operationId: 'listMyBooks',
      tags: ['Reading'],
      summary: 'The reader’s list, searched and sorted as the catalogue is',
      security: SESSION,
      requestParams: { query: listCallQuery },
      responses: {
        '200': json('One page of books.', envelope(bookListJson)),
        '400': json('A page, sort, subgenre or search that cannot be meant.', errorJson),
        ...ofReader,
      },
    },
    post: {
      operationId: 'saveBook',
      tags: ['Reading'],
      summary: 'Put a book on the list',
      description: 'Repeated, it changes nothing.',
      security: SESSION,
      requestBody: requires(bookIdInput),
      responses: { '200': json('It is on the list.', done), '400': refused, ...aboutBook },
    },
  },
  '/api/books/my-list/{bookId}': {
    delete: {
      operationId: 'unsaveBook',
      tags: ['Reading'],
      summary: 'Take a book off the list',
      description: 'Repeated, it changes nothing.',
      security: SESSION,
      requestParams: { path: bookIdInput },
      responses: { '200': json('It is not on the list.', done), ...aboutBook },
    },
  },
  '/api/books/my-list/check-book/{bookId}': {
    get: {
      operationId: 'isInList',
      tags: ['Reading'],
      summary: 'Whether a book is on the list',
      security: SESSION,
      requestParams: { path: bookIdInput },
      responses: {
        '200': json('Whether it is.', envelope(z.strictObject({ isInList: z.boolean() }))),
        ...aboutBook,
      },
    },
  },
  '/api/books/favorites': {
    get: {
      operationId: 'favorites',
      tags: ['Reading'],
      summary: 'The ids of the whole list, the last saved first',
      security: SESSION,
      responses: { '200': json('The ids.', envelope(savedListJson)), ...ofReader },
    },
  },
  '/api/books/read': {
    get: {
      operationId: 'readBooks',
      tags: ['Reading'],
      summary: 'The ids of all books read, and when, the last first',
      security: SESSION,
      responses: { '200': json('The ids.', envelope(readListJson)), ...ofReader },
    },
  },
  '/api/books/read/check-read/{bookId}': {
    get: {
      operationId: 'isRead',
      tags: ['Reading'],
      summary: 'Whether a book is marked read',
      security: SESSION,
      requestParams: { path: bookIdInput },
      responses: {
        '200': json('Whether it is.', envelope(z.strictObject({ isRead: z.boolean() }))),
        ...aboutBook,
      },
    },
  },
  '/api/books/read/read-count': {
    get: {
      operationId: 'readCount',
      tags: ['Reading'],
      summary: 'How many books are marked read',
      security: SESSION,
      responses: {
        '200': json('The count.', envelope(z.strictObject({ count: z.int().min(0) }))),
        ...ofReader,
      },
    },
  },
  '/books/read/mark-read/{bookId}': {
    post: {
      operationId: 'markRead',
      tags: ['Reading'],
      summary: 'Mark a book read',
      description: 'Repeated, it changes nothing: the first time stays.',
      security: SESSION,
      requestParams: { path: bookIdInput },
      responses: { '200': json('It is marked.', done), ...aboutBook },
    },
  },
  '/books/read/mark-unread/{bookId}': {
    post: {
      operationId: 'markUnread',
      tags: ['Reading'],
      summary: 'Mark a book unread',
      description: 'Repeated, it changes nothing.',
      security: SESSION,
      requestParams: { path: bookIdInput },
      responses: { '200': json('It is not marked.', done), ...aboutBook },
    },
  },
  '/api/books/recently-read': {
    get: {
      operationId: 'recentlyRead',
      tags: ['Reading'],
      summary: 'The books read last, up to 30',
      security: SESSION,
      responses: { '200': json(LAST_READ, envelope(readShelfJson)), ...ofReader },
    },
  },
  '/api/books/recently-read/subscribed': {
    get: {
      operationId: 'recentlyReadSubscribed',
      tags: ['Reading'],
      summary: 'The books read last, up to 30, texts whole',
      security: SESSION,
      responses: { '200': json(LAST_READ, envelope(readShelfJson)), '403': needsFull, ...ofReader },
    },
  },
  '/api/books/places': {
    get: {
      operationId: 'listPlaces',
      tags: ['Reading'],
      summary: 'Where the reader stopped, up to 500 books, the last place first',
      security: SESSION,
      responses: { '200': json('The places.', envelope(placesJson)), ...ofReader },
    },
  },
  '/api/books/places/{bookId}': {
    put: {
      operationId: 'keepPlace',
      tags: ['Reading'],
      summary: 'Keep where the reader is in a book',
      description:
        'Each device sends its newest place; of two the later stays, and the answer is the one that stays. A place is never later than the server’s clock. Opening a book or reaching its end does not mark it read.',
      security: SESSION,
      requestParams: { path: bookIdInput },
      requestBody: requires(positionInput),
      responses: {
        '200': json('The place that is kept.', envelope(placeJson)),
        '400': refused,
        ...aboutBook,
      },
    },
  },
}
