import { generateKeyPairSync } from 'node:crypto'
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
}

export const APPLE_KEYS = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A real authorization server whose answers tests can change. */
export class Provider {
  readonly server: OAuth2Server
  person: Person = { sub: 'nobody' }
  /** Changes tokens before they are signed. */
  changeToken: (token: MutableToken) => unknown = () => {}
  /** Changes answers of the token endpoint. */
  changeAnswer: (response: MutableResponse) => unknown = () => {}
  /** The last request to the token endpoint. */
  exchanged: Record<string, unknown> = {}

  constructor(paths: { token?: string; userinfo?: string } = {}) {
    this.server = new OAuth2Server(undefined, undefined, { endpoints: paths })
    const { service } = this.server
    service.on('beforeTokenSigning', (token: MutableToken) => {
      Object.assign(token.payload, this.person)
      this.changeToken(token)
    })
    service.on('beforeResponse', (response: MutableResponse, request: { body: object }) => {
      this.exchanged = { ...request.body }
      this.changeAnswer(response)
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

  /** Undoes all changes. */
  reset(): void {
    this.changeToken = () => {}
    this.changeAnswer = () => {}
  }
}

/** The environment of a product with these providers. */
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
