import { bypass } from 'msw/utils/bypass'
import { http, HttpResponse, type HttpResponseResolver } from 'msw/http'

const error = (status: number, error: object) => HttpResponse.json({ error }, { status })

/** How Stripe can fail, for every call. */
export const OUTAGES = {
  'cannot be reached': () => HttpResponse.error(),
  'limits requests': () =>
    error(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many.' }),
  'is broken': () => error(500, { type: 'api_error', message: 'An unknown error occurred.' }),
} satisfies Record<string, HttpResponseResolver>

/** Every call of Stripe's API, for `outside.use`. */
export const everyCall = (resolver: HttpResponseResolver) => http.all('*/v1/*', resolver)

/** A copy of a request, for later: the product may give up the request itself. */
export async function copyOf(request: Request): Promise<Request> {
  const { url, method, headers } = request
  const body = method === 'GET' ? null : await request.text()
  return new Request(url, { method, headers, body })
}

/** Lets Stripe do what a request asks. */
export const forward = async (request: Request) => fetch(bypass(await copyOf(request)))

/** Stripe does what it is asked, but its answer is lost. */
export const answerLost: HttpResponseResolver = async ({ request }) => {
  await forward(request)
  return HttpResponse.error()
}
