import { decodable } from './request/connection.server.ts'
import type { Link } from './request/link.ts'

/** Prepares a request for files, the cache, and the router: HEAD is answered like GET, without the body. */
export const normalizeRequest: Link = async (request, _response, facts) => {
  request.url = decodable(request.url!)
  // Node leaves the body of the response out; the headers are those of GET.
  facts.isHead = request.method === 'HEAD'
  if (facts.isHead) request.method = 'GET'
  return false
}
