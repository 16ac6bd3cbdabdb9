import { http, HttpResponse } from 'msw/http'

/** Without TLS, whose setup for each connection would take most of the time. */
export const READR = 'http://readr.example'
export const REFRESH = '/api/auth/refresh-token'

/** An error in the format of the API. */
export const refused = (status: number, message: string, headers?: Record<string, string>) =>
  HttpResponse.json({ success: false, message }, { status, headers })

/** The product, for tests of its client: calls need the access token that a refresh gives. */
export const readr = [
  http.post(READR + REFRESH, () =>
    HttpResponse.json(
      { success: true, data: { accessToken: 'fresh' } },
      { headers: { 'Set-Cookie': '__Secure-readr_refresh=next; Secure; HttpOnly' } },
    ),
  ),
  http.all(`${READR}/*`, ({ request }) =>
    request.headers.get('Authorization') === 'Bearer fresh'
      ? HttpResponse.json({ success: true, data: {} })
      : refused(401, 'Token has expired'),
  ),
]
