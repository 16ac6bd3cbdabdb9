import { bookJson, envelope, errorJson, recommendedJson, shelfJson } from '../wire/answers.ts'
import { type Calls, json, needsFull, serverFault, SESSION, signInFirst } from './parts.server.ts'

const MOST_READ = 'Most read first; the newest follow where readers have left too few marks.'
const RECOMMENDED = 'Each book with its reason. None that the reader has read or saved.'
const DRAWN = 'The book itself, without an envelope.'

/** The calls that choose books for readers. */
export const suggestionCalls: Calls = {
  '/api/books/trending': {
    get: {
      operationId: 'trending',
      tags: ['Books'],
      summary: 'What is read most these days, up to 30',
      responses: { '200': json(MOST_READ, envelope(shelfJson)), '500': serverFault },
    },
  },
  '/api/books/trending/subscribed': {
    get: {
      operationId: 'trendingSubscribed',
      tags: ['Books'],
      summary: 'What is read most these days, up to 30, texts whole',
      security: SESSION,
      responses: {
        '200': json(MOST_READ, envelope(shelfJson)),
        '401': signInFirst,
        '403': needsFull,
        '500': serverFault,
      },
    },
  },
  '/api/books/recommendations': {
    get: {
      operationId: 'recommendations',
      tags: ['Books'],
      summary: 'What the reader may like to read next, up to 30',
      description:
        'What readers of the same books also read and saved, then popular books spread over the genres. Without full access unlocked books come first.',
      security: SESSION,
      responses: {
        '200': json(RECOMMENDED, envelope(recommendedJson)),
        '401': signInFirst,
        '500': serverFault,
      },
    },
  },
  '/api/books/recommendations/subscribed': {
    get: {
      operationId: 'recommendationsSubscribed',
      tags: ['Books'],
      summary: 'What the reader may like to read next, up to 30, texts whole',
      security: SESSION,
      responses: {
        '200': json(RECOMMENDED, envelope(recommendedJson)),
        '401': signInFirst,
        '403': needsFull,
        '500': serverFault,
      },
    },
  },
  '/api/books/shuffle/unsubscribed': {
    get: {
      operationId: 'shuffle',
      tags: ['Books'],
      summary: 'One book by chance that the asker may open',
      description: 'For a reader one that they have not read, as long as there is one.',
      responses: {
        '200': json(DRAWN, bookJson),
        '404': json('There is no such book.', errorJson),
        '500': serverFault,
      },
    },
  },
  '/api/books/shuffle/subscribed': {
    get: {
      operationId: 'shuffleSubscribed',
      tags: ['Books'],
      summary: 'One book by chance, locked or not',
      description: 'One that the reader has not read, as long as there is one.',
      security: SESSION,
      responses: {
        '200': json(DRAWN, bookJson),
        '401': signInFirst,
        '403': needsFull,
        '404': json('The catalogue is empty.', errorJson),
        '500': serverFault,
      },
    },
  },
}
