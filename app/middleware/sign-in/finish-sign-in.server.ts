import { deviceName, recognizedDevice } from '../../accounts/rules/device-name.ts'
import { afterSignIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import {
  beginAppSession,
  beginWebSession,
  type TokenPair,
  type WebSession,
} from '../../accounts/service/begin-session.server.ts'
import type { FirstStep, Proven } from '../../accounts/service/begin-sign-in.server.ts'
import { recordSignIn } from '../../accounts/service/known-devices.server.ts'
import {
  deviceCookie,
  sessionCookie,
  socialFlagCookie,
  ticketCookie,
  tokenCookies,
} from '../cookies.server.ts'
import { type DeviceRequest, deviceTokenOf } from '../remember-device.server.ts'

type Begin<Session> = (client: DeviceRequest, proven: Proven, device: string) => Promise<Session>

/** Begins a session in a browser. */
export const inBrowser: Begin<WebSession> = async (client, { user, remember = false }, device) => {
  const session = await beginWebSession(user, { remember, device })
  client.setCookies([sessionCookie(session)])
  return session
}

/** Begins a session in an app. */
export const inApp: Begin<TokenPair> = async (client, { user }, device) => {
  const tokens = await beginAppSession(user, device)
  client.setCookies(tokenCookies(tokens, client))
  return tokens
}

/**
 * The end of every sign-in, registration, and second step: begins the session, remembers the device,
 * and emails the reader if it is new.
 */
export async function finishSignIn<Session>(
  client: DeviceRequest,
  proven: Proven,
  begin: Begin<Session>,
): Promise<Session> {
  const { headers, clientAddress } = client
  const agent = headers.get('User-Agent')
  const session = await begin(client, proven, deviceName(agent))
  const source = { deviceToken: deviceTokenOf(headers), deviceName: recognizedDevice(agent) }
  const token = await recordSignIn(proven.user, { ...source, clientAddress })
  client.setCookies([deviceCookie(token, client)])
  return session
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
  await finishSignIn(client, step, inBrowser)
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
