import { env } from './env.server.ts'

export function isHttpsSite(): boolean {
  return env().appUrl.startsWith('https://')
}

export const absoluteUrl = (path: string): string => env().appUrl + path

/** The address at which this process can call itself. */
export function ownAddress(): string {
  const { host, port } = env()
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
