import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole route table is small; sending it once avoids a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
