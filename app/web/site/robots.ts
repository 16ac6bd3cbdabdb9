import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/robots'

const CLOSED = [
  '/admin',
  '/api/',
  '/auth/',
  '/checkout',
  '/dev/',
  '/opds',
  '/quotes/',
  '/settings',
  '/*.epub',
]

/** robots.txt. */
export function loader({ context }: Route.LoaderArgs) {
  sameForAllVisitors(context)
  const lines = [
    'User-agent: *',
    'Allow: /',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env().appUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
