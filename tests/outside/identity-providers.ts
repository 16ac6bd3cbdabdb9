import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { http, HttpResponse } from 'msw/http'

export const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'
export const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
export const FACEBOOK = 'https://graph.facebook.com'

const KID = 'of-google'
let keyPair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
const keys = () => (keyPair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

/** The public key with which Google signs. */
export const googleKey = () => ({
  ...keys().publicKey.export({ format: 'jwk' }),
  kid: KID,
  use: 'sig',
  alg: 'RS256',
})

/** Signs claims as Google does. */
export const signedByGoogle = (claims: JWTPayload, key = keys().privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KID }).sign(key)

/** The claims about Ada. A code is the nonce of its sign-in. */
export function claimsFor(clientId: string, code: string): JWTPayload & { exp: number } {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: 'https://accounts.google.com',
    aud: clientId,
    iat: now,
    exp: now + 600,
    nonce: code,
    sub: 'ada-at-google',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
  }
}

/** Google and Facebook, where Ada signs in. */
export const identityProviders = [
  http.post(GOOGLE_TOKENS, async ({ request }) => {
    const form = new URLSearchParams(await request.text())
    const claims = claimsFor(form.get('client_id')!, form.get('code')!)
    return HttpResponse.json({ access_token: 'x', id_token: await signedByGoogle(claims) })
  }),
  http.get(GOOGLE_KEYS, () => HttpResponse.json({ keys: [googleKey()] })),
  http.post(`${FACEBOOK}/:version/oauth/access_token`, () =>
    HttpResponse.json({ access_token: 'of-ada' }),
  ),
  http.get(`${FACEBOOK}/:version/me`, ({ request }) =>
    request.headers.get('Authorization') === 'Bearer of-ada'
      ? HttpResponse.json({ id: 'ada-at-facebook', name: 'Ada', email: 'ada@example.com' })
      : HttpResponse.json({ error: {} }, { status: 401 }),
  ),
]
