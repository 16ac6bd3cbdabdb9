import type { RouterContextProvider } from 'react-router'
import { recognizedDevice } from '../accounts/rules/device-name.ts'
import { recordSignIn, renewDeviceToken } from '../accounts/service/known-devices.server.ts'
import { factsOf } from './context.server.ts'
import { type CookieReach, DEVICE_COOKIE, deviceCookie, readCookie } from './cookies.server.ts'

/** What of a request says on which device it was made. */
interface DeviceRequest extends CookieReach {
  headers: Headers
  clientAddress: string
  setCookies(cookies: string[]): void
}

/** What says on which device a page was sent a form. */
export function deviceRequest(
  context: Readonly<RouterContextProvider>,
  { headers }: Request,
): DeviceRequest {
  const { clientAddress, cookies } = factsOf(context)
  const setCookies = (more: string[]) => void cookies.push(...more)
  return { headers, clientAddress, setCookies }
}

/** The token of a known device that a request carries, or null. */
export function deviceTokenOf(headers: Headers): string | null {
  return readCookie(headers.get('Cookie'), DEVICE_COOKIE)
}

/** Remembers the device on which a reader has just signed in, and tells them of a new one. */
export async function rememberDevice(
  request: DeviceRequest,
  user: Parameters<typeof recordSignIn>[0],
): Promise<void> {
  const token = await recordSignIn(user, {
    deviceToken: deviceTokenOf(request.headers),
    deviceName: recognizedDevice(request.headers.get('User-Agent')),
    clientAddress: request.clientAddress,
  })
  request.setCookies([deviceCookie(token, request)])
}

/** Knows the device on which a reader has just set a new password. */
export async function keepDevice(
  request: DeviceRequest,
  user: Parameters<typeof renewDeviceToken>[1],
): Promise<void> {
  const token = await renewDeviceToken(deviceTokenOf(request.headers), user)
  request.setCookies([deviceCookie(token, request)])
}
