import { cached } from '../../middleware/cache/caching.server.ts'
import {
  authenticationDocument,
  AUTHENTICATION_TYPE,
} from '../../middleware/app-passwords.server.ts'
import { answerFor, type FeedArgs } from './respond.server.ts'

export const loader = cached({}, ({ context }: FeedArgs) =>
  answerFor(context, authenticationDocument(), AUTHENTICATION_TYPE),
)
