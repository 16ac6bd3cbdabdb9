import { OAuth2Tokens } from 'arctic'
import { OAuth2Strategy } from 'remix-auth-oauth2'
import { callbackPath, type ProviderIdentity } from '../../../accounts/rules/social.ts'
import { exchangeCode, fetchIdentity } from '../../../accounts/service/fetch-identity.server.ts'
import { tokenAnswer } from '../../../accounts/schema/social.ts'
import { env } from '../../../platform/env.server.ts'
import type { IdentityProvider } from '../../../platform/identity-providers.server.ts'

/** Under this name the library keeps state and verifier; the browser sees a signed note instead. */
export const KEPT_COOKIE = 'oauth2'

/** The authorization code flow with state and PKCE, and a nonce where a token is signed. */
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
        cookie: KEPT_COOKIE,
      },
      ({ tokens }) => fetchIdentity(provider, tokenAnswer.parse(tokens.data), nonce),
    )
    this.provider = provider
    this.nonce = nonce
    this.redirectUri = redirectUri
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const more = new URLSearchParams(params)
    if (this.provider.says.by === 'token') more.set('nonce', this.nonce)
    if (this.provider.postsBack) more.set('response_mode', 'form_post')
    return more
  }

  /** Not the library's own: it puts the secret where Apple and Facebook do not look for it. */
  protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
    const { provider, redirectUri } = this
    return new OAuth2Tokens(await exchangeCode(provider, { code, codeVerifier, redirectUri }))
  }
}

/** This site as the provider knows it; the demo's stand-ins know it by any name. */
export function siteOrigin(provider: IdentityProvider, requestOrigin: string): string {
  return provider.authorizeUrl.startsWith('/') ? requestOrigin : env().appUrl
}
