import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { resumeAppPassword } from '../accounts/service/app-keys.server.ts'
import { env } from '../platform/env.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import type { RequestContext } from './request/context.server.ts'

const FEED = /^\/(?:opds|podcast)(?:\/|$)/
const PODCAST = /^\/podcast\//
const FILE = /\.epub$/

/** Whether a route is a feed for readers' apps, where a browser's cookies mean nothing. */
export const isFeed = ({ route }: RequestContext) => FEED.test(route ?? '')

/** Whether the address of a feed contains a secret, which identifies its reader. */
export const isPodcast = ({ route }: RequestContext) => PODCAST.test(route ?? '')

/** Whether a request may be made with an app password. All of them only read. */
export const takesAppPassword = (requestContext: RequestContext, path: string) =>
  (isFeed(requestContext) && !isPodcast(requestContext)) || FILE.test(path)

/** What readers' apps read to log in (Authentication for OPDS 1.0). */
export const AUTHENTICATION_TYPE = 'application/opds-authentication+json'

export function authenticationDocument(): string {
  const { appUrl } = env()
  return JSON.stringify({
    id: `${appUrl}/opds/authentication`,
    title: 'Readr',
    description:
      'Log in with your email address and an app password. You create app passwords in the settings of your Readr account, under Apps.',
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: 'Email', password: 'App password' },
      },
    ],
    links: [
      { rel: 'register', href: `${appUrl}/register`, type: 'text/html' },
      { rel: 'help', href: `${appUrl}/settings/apps`, type: 'text/html' },
    ],
  })
}

export function challenge(): Response {
  const documentAt = `${env().appUrl}/opds/authentication`
  return new Response(authenticationDocument(), {
    status: 401,
    headers: {
      'WWW-Authenticate': 'Basic realm="Readr", charset="UTF-8"',
      Link: `<${documentAt}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION_TYPE}"`,
      'Content-Type': AUTHENTICATION_TYPE,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** The password of an `Authorization: Basic` header, with any user name; null: there is none. */
export function basicPassword(headers: Headers): string | null {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(headers.get('Authorization') ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

/** The reader of an app password, or the answer to a wrong one. */
export async function signInToFeeds(
  password: string,
  clientAddress: string,
): Promise<SignedIn | Response> {
  try {
    return await resumeAppPassword(password, clientAddress)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    if (refusal.code === 'unauthenticated') return challenge()
    return new Response(`${refusal.message}\n`, {
      status: refusal.status,
      headers: {
        ...refusal.headers,
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'private, no-store',
      },
    })
  }
}
