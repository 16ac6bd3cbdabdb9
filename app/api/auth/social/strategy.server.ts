import { OAuth2Tokens } from 'arctic'
import { OAuth2Strategy } from 'remix-auth-oauth2'
import { callbackPath, type ProviderIdentity } from '../../../accounts/rules/social-sign-in.ts'
import { exchangeCode, fetchIdentity } from '../../../accounts/service/fetch-identity.server.ts'
import { tokenAnswer } from '../../../accounts/schema/social-sign-in.ts'
import { env } from '../../../platform/env.server.ts'
import type { IdentityProvider } from '../../../platform/identity-providers.server.ts'

/** The library's cookie for state and verifier. The browser gets a signed copy instead. */
export const STATE_COOKIE = 'oauth2'

/** The authorization code flow with state, PKCE, and, for signed tokens, a nonce. */
export class ProviderStrategy extends OAuth2Strategy<ProviderIdentity> {
  private readonly provider: IdentityProvider
  private readonly nonce: string
  private readonly redirectUri: string

  constructor(provider: IdentityProvider, nonce: string, siteOrigin: string) {
    const redirectUri = siteOrigin + callbackPath(provider.name)
    super(
      {
        clientId: provider.clientId,
        clientSecret: null,
        authorizationEndpoint: new URL(provider.authorizeUrl, siteOrigin),
        tokenEndpoint: provider.tokenUrl,
        redirectURI: redirectUri,
        scopes: provider.scopes,
        cookie: STATE_COOKIE,
      },
      ({ tokens }) => fetchIdentity(provider, tokenAnswer.parse(tokens.data), nonce),
    )
    this.provider = provider
    this.nonce = nonce
    this.redirectUri = redirectUri
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const more = new URLSearchParams(params)
    if (this.provider.identity.by === 'token') more.set('nonce', this.nonce)
    if (this.provider.postsBack) more.set('response_mode', 'form_post')
    return more
  }

  /** Replaces the library's version: Apple and Facebook expect the secret in the body. */
  protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
    const { provider, redirectUri } = this
    return new OAuth2Tokens(await exchangeCode(provider, { code, codeVerifier, redirectUri }))
  }
}

/** The origin that the provider redirects to; emulated providers redirect to any. */
export function siteOrigin(provider: IdentityProvider, requestOrigin: string): string {
  return provider.authorizeUrl.startsWith('/') ? requestOrigin : env().appUrl
}
