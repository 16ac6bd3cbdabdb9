import { endpoint } from '../endpoint.server.ts'
import { isMarkedCall } from './mark-call.server.ts'

export const loader = endpoint(isMarkedCall('isRead', 'Whether a book is marked as read', 'read'))

export { loader as action }
