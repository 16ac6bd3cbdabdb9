import { env } from './env.server.ts'

/** This process as it reaches itself. */
export function ownAddress(): string {
  const { host, port } = env()
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
