import { cached } from '../../middleware/cache/caching.server.ts'
import { env } from '../../platform/env.server.ts'

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

export const loader = cached({}, () => {
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
})
