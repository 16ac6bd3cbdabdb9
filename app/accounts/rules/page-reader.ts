/** The first field of each form, and the header of background requests: the id of the reader whom the page is for. */
export const PAGE_READER_FIELD = 'reader'
export const PAGE_READER_HEADER = 'X-Page-Reader'

/**
 * Whom a visitor's page is for. Every page is rendered with it; where a reader is signed in, the server
 * writes their id, which is as long, in its place (middleware/page-reader.server.ts).
 */
export const NO_READER = '000000000000000000000000'
