import { OAuth2Tokens } from 'arctic'
import { OAuth2Strategy } from 'remix-auth-oauth2'
import { callbackPath, type ProviderIdentity } from '../../accounts/rules/social-sign-in.ts'
import { personName, tokenAnswer } from '../../accounts/schema/social-sign-in.ts'
import { exchangeCode, fetchIdentity } from '../../accounts/service/fetch-identity.server.ts'
import { env } from '../../platform/env.server.ts'
import type { IdentityProvider } from '../../platform/identity-providers.server.ts'

/** The library's cookie for state and verifier. The browser gets a signed copy instead. */
export const STATE_COOKIE = 'oauth2'

export class ProviderStrategy<Result> extends OAuth2Strategy<Result> {
  private readonly provider: IdentityProvider

  /** @param verify gets the person whom the provider has identified */
  constructor(
    provider: IdentityProvider,
    requestOrigin: string,
    nonce: string,
    verify: (identity: ProviderIdentity) => Promise<Result>,
  ) {
    // Emulated providers redirect to any origin.
    const origin = provider.authorizeUrl.startsWith('/') ? requestOrigin : env().appUrl
    const authorizationEndpoint = new URL(provider.authorizeUrl, origin)
    const { searchParams } = authorizationEndpoint
    if (provider.identity.by === 'token') searchParams.set('nonce', nonce)
    if (provider.postsBack) searchParams.set('response_mode', 'form_post')
    super(
      {
        clientId: provider.clientId,
        clientSecret: null,
        authorizationEndpoint,
        tokenEndpoint: provider.tokenUrl,
        redirectURI: origin + callbackPath(provider.name),
        scopes: provider.scopes,
        cookie: STATE_COOKIE,
      },
      async ({ request, tokens }) => {
        const identity = await fetchIdentity(provider, tokenAnswer.parse(tokens.data), nonce)
        const sent = new URL(request.url).searchParams.get('name')
        return verify({ ...identity, name: identity.name ?? personName.parse(sent) })
      },
    )
    this.provider = provider
  }

  /** Replaces the library's version: Apple and Facebook expect the secret in the body. */
  protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
    const redirectUri = String(this.options.redirectURI)
    return new OAuth2Tokens(await exchangeCode(this.provider, { code, codeVerifier, redirectUri }))
  }
}
