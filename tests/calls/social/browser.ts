interface Cookie {
  value: string
  path: string
}

/** A minimal browser: cookies by path, and no automatic redirects. */
export class Browser {
  readonly origin: string
  cookies = new Map<string, Cookie>()

  constructor(origin: string) {
    this.origin = origin
  }

  private header(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  private async send(target: string, init: RequestInit, withCookies: boolean): Promise<Response> {
    const url = new URL(target, this.origin)
    const headers = new Headers(init.headers)
    if (withCookies) headers.set('Cookie', this.header(url.pathname))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]
      const path = attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/'
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
    return response
  }

  get(target: string): Promise<Response> {
    return this.send(target, {}, true)
  }

  /** Submits a form of this site. */
  post(target: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields)
    const headers = { Origin: this.origin, 'Sec-Fetch-Site': 'same-origin' }
    return this.send(target, { method: 'POST', body, headers }, true)
  }

  /** Submits a form from another site, without SameSite=Lax cookies. */
  postFromElsewhere(target: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields)
    const headers = { Origin: 'https://appleid.apple.com', 'Sec-Fetch-Site': 'cross-site' }
    return this.send(target, { method: 'POST', body, headers }, false)
  }

  /** The signed-in reader, or null. */
  async reader(): Promise<Reader | null> {
    const response = await this.get('/api/auth/me')
    if (response.status !== 200) return null
    return ((await response.json()) as { data: { user: Reader } }).data.user
  }
}

export interface Reader {
  _id: string
  name: string
  email: string
  emailVerified: boolean
  isSocialAuthenticated: boolean
}

export const locationOf = (response: Response) => response.headers.get('Location') ?? ''

/** The error on the login page after a failed sign-in. */
export function problemOf(response: Response): string {
  const location = new URL(locationOf(response), 'http://same.invalid')
  if (location.pathname !== '/login') return `went to ${location.pathname}`
  return location.searchParams.get('error') ?? ''
}

/** Signs in at a provider and returns the callback URL without opening it. */
export async function departAndReturn(
  browser: Browser,
  provider: string,
  query = '',
): Promise<URL> {
  const start = await browser.get(`/api/auth/${provider}${query}`)
  const granted = await fetch(locationOf(start), { redirect: 'manual' })
  return new URL(locationOf(granted))
}

/** A complete sign-in at a provider. */
export async function signIn(
  browser: Browser,
  provider: string,
  { query = '', user }: { query?: string; user?: string } = {},
): Promise<Response> {
  const back = await departAndReturn(browser, provider, query)
  if (provider !== 'apple') return browser.get(back.href)
  const fields = { ...Object.fromEntries(back.searchParams), ...(user ? { user } : {}) }
  const posted = await browser.postFromElsewhere(back.pathname, fields)
  return browser.get(locationOf(posted))
}
