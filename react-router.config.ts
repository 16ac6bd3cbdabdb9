import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole route table is small; sending it once avoids a request per link.
  routeDiscovery: { mode: 'initial' },
  // Requests of other sites are refused by app/middleware/guard-origin.server.ts, at every address
  // and with 403; the framework's own check, of pages only, would answer 400 before it.
  allowedActionOrigins: ['**'],
} satisfies Config
