import { env } from './env.server.ts'

/** Whether readers reach the product over https, by APP_URL. */
export function isHttpsSite(): boolean {
  return env().appUrl.startsWith('https://')
}

/** This process as it reaches itself. */
export function ownAddress(): string {
  const { host, port } = env()
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
