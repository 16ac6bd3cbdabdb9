import { data } from 'react-router'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { IMMUTABLE } from './immutable.ts'
import { LISTEN_FILE, LISTEN_SCRIPT } from '../behaviors/listen/listen-file.server.ts'
import type { Route } from './+types/listen-script'

/** The script that reads summaries aloud. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (params.file !== LISTEN_FILE) throw data(null, { status: 404 })
  sameForAllVisitors(context)
  return new Response(LISTEN_SCRIPT, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': IMMUTABLE,
    },
  })
}
