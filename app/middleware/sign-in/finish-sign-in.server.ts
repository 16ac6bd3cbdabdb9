import { deviceName, recognizedDevice } from '../../accounts/rules/device-name.ts'
import { afterSignIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import {
  beginAppSession,
  beginWebSession,
  type TokenPair,
  type WebSession,
} from '../../accounts/service/begin-session.server.ts'
import { answerOnce } from '../../accounts/service/answer-once.server.ts'
import type { FirstStep, Proven } from '../../accounts/service/begin-sign-in.server.ts'
import { endWebSession } from '../../accounts/service/end-session.server.ts'
import { recordSignIn } from '../../accounts/service/known-devices.server.ts'
import { resumeWebSession } from '../../accounts/service/resume-session.server.ts'
import {
  deviceCookie,
  readCookie,
  SESSION_COOKIE,
  sessionCookie,
  socialFlagCookie,
  ticketCookie,
  tokenCookies,
} from '../request/cookies.server.ts'
import { type DeviceRequest, deviceTokenOf } from '../remember-device.server.ts'

interface Begun<Session> {
  session: Session
  cookies: string[]
}

/**
 * The end of every sign-in, registration, and second step in a browser. Ends the session that the
 * browser had. If it has sent the form twice, it gets the same session twice.
 */
export async function signInToBrowser(client: DeviceRequest, proven: Proven): Promise<WebSession> {
  const { session, cookies } = await onceForSender(client, proven, () =>
    finishSignIn(client, proven, async (device) => {
      const session = await beginWebSession(proven.user, {
        remember: proven.remember ?? false,
        device,
      })
      const before = readCookie(client.headers.get('Cookie'), SESSION_COOKIE)
      if (before !== null) await endWebSession(before)
      return { session, cookies: [sessionCookie(session)] }
    }),
  )
  client.setCookies(cookies)
  return session
}

/** The same in an app. */
export async function signInToApp(client: DeviceRequest, proven: Proven): Promise<TokenPair> {
  const { session, cookies } = await finishSignIn(client, proven, async (device) => {
    const tokens = await beginAppSession(proven.user, device)
    return { session: tokens, cookies: tokenCookies(tokens, client) }
  })
  client.setCookies(cookies)
  return session
}

/**
 * A browser that sends the form twice has no secret yet that both forms contain. So the sender is
 * what sends the same headers from the same network address, and has proved who it is.
 */
async function onceForSender(
  { headers, clientAddress }: DeviceRequest,
  { user, remember }: Proven,
  begin: () => Promise<Begun<WebSession>>,
): Promise<Begun<WebSession>> {
  // Other programs sign in as often as they want.
  if (headers.get('Sec-Fetch-Site') !== 'same-origin') return begin()
  const known = ['Referer', 'User-Agent', 'Cookie'].map((name) => headers.get(name))
  let begun: Begun<WebSession> | undefined
  const kept = await answerOnce(
    JSON.stringify([clientAddress, ...known]),
    JSON.stringify(['sign-in', user.id, remember]),
    async () => JSON.stringify((begun = await begin())),
  )
  if (begun) return begun
  const first = JSON.parse(kept!) as Begun<WebSession>
  return (await resumeWebSession(first.session.secret)) ? first : begin()
}

async function finishSignIn<Session>(
  client: DeviceRequest,
  { user }: Proven,
  begin: (device: string) => Promise<Begun<Session>>,
): Promise<Begun<Session>> {
  const { headers, clientAddress } = client
  const agent = headers.get('User-Agent')
  const { session, cookies } = await begin(deviceName(agent))
  const source = { deviceToken: deviceTokenOf(headers), deviceName: recognizedDevice(agent) }
  const token = await recordSignIn(user, { ...source, clientAddress })
  return { session, cookies: [...cookies, deviceCookie(token, client)] }
}

/**
 * Finishes a sign-in in a browser, or asks for the code of the second step.
 * @param query of the sign-in's page
 * @returns the page to open
 */
export async function finishInBrowser(
  client: DeviceRequest,
  step: FirstStep,
  query: URLSearchParams,
  { isSocial = false } = {},
): Promise<string> {
  if (isSocial) client.setCookies([socialFlagCookie('true')])
  if ('ticket' in step) {
    client.setCookies([ticketCookie(step.ticket)])
    return arrival(client, withQuery('/login/code', onwardQuery(query)))
  }
  await signInToBrowser(client, step)
  return arrival(client, afterSignIn(query, isSocial ? '/browse?isSocial=true' : '/browse'))
}

/**
 * The page to open after a form that has set a cookie. A browser that sent none may block them, so it
 * is asked to bring the new one first. Other programs keep their cookies themselves.
 */
export function arrival({ headers }: Pick<DeviceRequest, 'headers'>, to: string): string {
  const isBrowser = headers.get('Sec-Fetch-Site') === 'same-origin'
  if (!isBrowser || headers.has('Cookie')) return to
  return withQuery('/login/cookies', new URLSearchParams({ redirectTo: to }))
}
