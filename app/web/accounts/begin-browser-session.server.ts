import { redirect, type RouterContextProvider } from 'react-router'
import { deviceName } from '../../accounts/rules/device-name.ts'
import { onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { beginWebSession, type WebSession } from '../../accounts/service/begin-session.server.ts'
import { factsOf } from '../../middleware/context.server.ts'
import { sessionCookie, ticketCookie } from '../../middleware/cookies.server.ts'
import { deviceRequest, rememberDevice } from '../../middleware/remember-device.server.ts'

interface FormRequest {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** Begins a session in the browser that sent this form, and remembers the device. */
export async function beginBrowserSession(
  { request, context }: FormRequest,
  user: Parameters<typeof beginWebSession>[0] & Parameters<typeof rememberDevice>[1],
  remember = false,
): Promise<WebSession> {
  const device = deviceName(request.headers.get('User-Agent'))
  const session = await beginWebSession(user, { remember, device })
  factsOf(context).cookies.push(sessionCookie(session))
  await rememberDevice(deviceRequest(context, request), user)
  return session
}

/** Redirects to the second step of a sign-in, with its ticket in a cookie. */
export function continueToCode({ url, context }: FormRequest, ticket: string): Response {
  factsOf(context).cookies.push(ticketCookie(ticket))
  return redirect(withQuery('/login/code', onwardQuery(url.searchParams)), 303)
}
