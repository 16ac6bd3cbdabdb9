import type { MiddlewareFunction } from 'react-router'

/**
 * Tells behaviors/send-forms.ts where to go. The browser would follow a redirect itself, and the page
 * would use up its flash message unseen.
 */
export const answerBackground: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  const location = response.headers.get('Location')
  if (!location || request.headers.get('X-Background') !== 'form') return response
  return new Response(null, { status: 204, headers: response.headers })
}
