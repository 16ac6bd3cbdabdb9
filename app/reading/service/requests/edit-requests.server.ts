/** What administrators do with requests. */
export { wordsOf } from './list-requests.server.ts'
export {
  countRequests,
  mergeRequests,
  mostWanted,
  requestById,
  type RequestRow,
  updateRequest,
} from '../../store/requests/requests.server.ts'
