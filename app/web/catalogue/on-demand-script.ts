import { cached } from '../../middleware/cache/caching.server.ts'
import { data } from 'react-router'
import { IMMUTABLE } from './cache-control.ts'
import { SCRIPTS } from './on-demand-scripts.server.ts'
import type { Route } from './+types/on-demand-script'

export const loader = cached({}, ({ params: { file } }: Route.LoaderArgs) => {
  const script = SCRIPTS.get(`/scripts/${file}`)
  if (script === undefined) throw data(null, { status: 404 })
  const changesWithContent = /-[\da-f]{12}\.js$/.test(file)
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(changesWithContent && { 'Cache-Control': IMMUTABLE }),
    },
  })
})
