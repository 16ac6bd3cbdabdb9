import type { MiddlewareFunction } from 'react-router'
import { NO_READER, PAGE_READER_FIELD, PAGE_READER_HEADER } from '../accounts/rules/page-reader.ts'
import { safeRedirect, withQuery } from '../accounts/rules/redirects.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { requestContextOf } from './request/context.server.ts'
import { isForm, readStart } from './body.server.ts'
import { keepsTyped, TYPED_PARAMETER } from './typed-input.server.ts'

/**
 * Each page says for which reader it was made, and each form and background request of the page says
 * it again. So a tab that one reader opened never acts for another who has signed in since.
 */

/** More than a background request takes, and the first field of a form with the boundary before it. */
const PEEKED_BYTES = 4096
const FIRST_FIELD = new RegExp(
  String.raw`(?:(?:^|&)${PAGE_READER_FIELD}=|^--[^\r\n]+\r\nContent-Disposition: form-data; name="${PAGE_READER_FIELD}"\r\n\r\n)([0-9a-f]{24})(?:&|\r\n|$)`,
  'i',
)

/** For which reader the page was made that sent a request; null if it does not say so. */
async function pageReaderOf(request: Request): Promise<string | null> {
  const named = request.headers.get(PAGE_READER_HEADER)
  if (named !== null || !isForm(request)) return named
  const start = await readStart(request, PEEKED_BYTES)
  return FIRST_FIELD.exec(start)?.[1] ?? null
}

/** The page with the form: the browser says it, or else it is the form's address. */
function pageOf({ headers, url }: Request): string {
  const { origin, pathname, search } = new URL(url)
  const from = URL.parse(headers.get('Referer') ?? '')
  const page = from?.origin === origin ? from.pathname + from.search : pathname + search
  return safeRedirect(page.replace(/\.data$/, '')) ?? '/browse'
}

const opensPage = ({ headers }: Request) => headers.get('Accept')?.includes('text/html') ?? false

const OTHER_READER = 'Someone else is signed in now. Reload the page to see who it is.'

function passOn(request: Request, to: string, page: string): Response {
  const query = new URLSearchParams({ redirectTo: page })
  if (!keepsTyped(request)) {
    return new Response(null, { status: 303, headers: { Location: withQuery(to, query) } })
  }
  query.set(TYPED_PARAMETER, new URL(request.url).pathname)
  return new Response(null, { status: 307, headers: { Location: withQuery(to, query) } })
}

/**
 * Refuses a change that was meant for another reader before anything happens, and says who is signed
 * in now. A form that needs a reader when nobody is signed in any more leads to the login page. The
 * input is kept: by the page, if a script has sent it, or else by the pages that follow.
 */
export const checkPageReader: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === 'GET') return next()
  const requestContext = requestContextOf(context)
  const now = requestContext.signedIn?.user
  if (now) {
    const made = await pageReaderOf(request)
    if (made !== null && made !== NO_READER && made !== publicId(now.id)) {
      if (opensPage(request)) return passOn(request, '/continue', pageOf(request))
      return Response.json({ message: OTHER_READER }, { status: 409 })
    }
  }
  const response = await next()
  if (!requestContext.mustSignIn) return response
  if (request.headers.get('X-Background') === 'form') return new Response(null, { status: 401 })
  return isForm(request) && opensPage(request)
    ? passOn(request, '/login', pageOf(request))
    : response
}
