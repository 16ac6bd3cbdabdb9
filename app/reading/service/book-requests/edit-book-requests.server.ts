/** What administrators do with requests. */
export { wordsOf } from './list-book-requests.server.ts'
export {
  countBookRequests,
  mergeBookRequests,
  mostWanted,
  bookRequestById,
  type BookRequestRow,
  updateBookRequest,
} from '../../store/book-requests/book-requests.server.ts'
