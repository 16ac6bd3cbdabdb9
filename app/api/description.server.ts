import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { listCallQuery } from '../catalogue/schema.ts'
import { env } from '../platform/env.server.ts'
import { bookJson, bookListJson, envelope, errorJson, shelfJson } from './wire.ts'

const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

const serverFault = json('Something went wrong on our end.', errorJson)

/** Every call of the API: the same schemas check requests and describe them. */
export const calls: Record<
  string,
  Partial<Record<'get' | 'post' | 'put' | 'delete', ZodOpenApiOperationObject>>
> = {
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

type OpenApiDocument = ReturnType<typeof createDocument>
let document: OpenApiDocument | undefined

/** The OpenAPI 3.1 description of this installation. */
export function openApiDocument(): OpenApiDocument {
  return (document ??= createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Readr API',
      version: '1.0.0',
      description:
        'The JSON API of Readr for its mobile apps. Answers are `{"success": true, "data": …}`; errors are `{"success": false, "message": …, "errors": …}` with the true HTTP status.',
    },
    servers: [{ url: env().appUrl }],
    paths: calls,
  }))
}
