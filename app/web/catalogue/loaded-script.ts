import { data } from 'react-router'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { IMMUTABLE } from './immutable.ts'
import { LISTEN_FILE, LISTEN_SCRIPT } from '../behaviors/listen/listen-file.server.ts'
import { SUGGESTIONS_SCRIPT } from '../behaviors/search/load-suggestions.ts'
import { SUGGESTIONS } from '../behaviors/search/suggestions-file.server.ts'
import type { Route } from './+types/loaded-script'

/** The scripts that pages load on demand: the player's address changes with its content. */
export function loader({ params, context }: Route.LoaderArgs) {
  const isListen = params.file === LISTEN_FILE
  if (!isListen && SUGGESTIONS_SCRIPT !== `/scripts/${params.file}`) {
    throw data(null, { status: 404 })
  }
  sameForAllVisitors(context)
  return new Response(isListen ? LISTEN_SCRIPT : SUGGESTIONS, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(isListen ? { 'Cache-Control': IMMUTABLE } : {}),
    },
  })
}
