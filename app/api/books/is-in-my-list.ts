import { endpoint } from '../endpoint.server.ts'
import { isMarkedCall } from './mark-call.server.ts'

export const loader = endpoint(isMarkedCall('isInList', 'Whether a book is in My List', 'saved'))

export { loader as action }
