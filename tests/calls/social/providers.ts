import { generateKeyPairSync } from 'node:crypto'
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'

/** Who the authorization server says has signed in. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
}

export const APPLE_KEYS = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A real authorization server on this machine, which can be told to misbehave. */
export class Provider {
  readonly server: OAuth2Server
  person: Person = { sub: 'nobody' }
  /** Changes the next tokens before they are signed. */
  spoil: (token: MutableToken) => unknown = () => {}
  /** Changes the next answers of the token endpoint. */
  answer: (response: MutableResponse) => unknown = () => {}
  /** What the product sent to the token endpoint last. */
  exchanged: Record<string, unknown> = {}

  constructor(paths: { token?: string; userinfo?: string } = {}) {
    this.server = new OAuth2Server(undefined, undefined, { endpoints: paths })
    const { service } = this.server
    service.on('beforeTokenSigning', (token: MutableToken) => {
      Object.assign(token.payload, this.person)
      this.spoil(token)
    })
    service.on('beforeResponse', (response: MutableResponse, request: { body: object }) => {
      this.exchanged = { ...request.body }
      this.answer(response)
    })
    service.on('beforeUserinfo', (response: MutableResponse) => {
      const { sub, email, name } = this.person
      response.body = { id: sub, name, ...(email === undefined ? {} : { email }) }
    })
  }

  get url(): string {
    return this.server.issuer.url!
  }

  async start(): Promise<this> {
    await this.server.issuer.keys.generate('RS256')
    await this.server.start(0, '127.0.0.1')
    return this
  }

  /** Behaves again. */
  reset(): void {
    this.spoil = () => {}
    this.answer = () => {}
  }
}

/** The environment of a product that knows the two servers. */
export function providerEnvironment(openId: Provider, facebook: Provider): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: openId.url,
    APPLE_CLIENT_ID: 'apple-client',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: APPLE_KEYS.privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .replaceAll('\n', '\\n'),
    APPLE_ISSUER: openId.url,
    FACEBOOK_CLIENT_ID: 'facebook-client',
    FACEBOOK_CLIENT_SECRET: 'facebook-secret',
    FACEBOOK_DIALOG_URL: `${facebook.url}/authorize`,
    FACEBOOK_GRAPH_URL: facebook.url,
  }
}
