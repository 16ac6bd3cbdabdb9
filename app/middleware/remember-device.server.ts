import type { RouterContextProvider } from 'react-router'
import { recognizedDevice } from '../accounts/rules/device-name.ts'
import { recordSignIn, renewDeviceToken } from '../accounts/service/known-devices.server.ts'
import { factsOf } from './context.server.ts'
import { type CookieReach, DEVICE_COOKIE, deviceCookie, readCookie } from './cookies.server.ts'

/** The parts of a request that identify its device. */
interface DeviceRequest extends CookieReach {
  headers: Headers
  clientAddress: string
  setCookies(cookies: string[]): void
}

/** The device of a page's form request. */
export function deviceRequest(
  context: Readonly<RouterContextProvider>,
  { headers }: Request,
): DeviceRequest {
  const { clientAddress, cookies } = factsOf(context)
  const setCookies = (more: string[]) => void cookies.push(...more)
  return { headers, clientAddress, setCookies }
}

/** The known-device token of a request, or null. */
export function deviceTokenOf(headers: Headers): string | null {
  return readCookie(headers.get('Cookie'), DEVICE_COOKIE)
}

/** Remembers the device on which a reader signed in, and emails them if it is new. */
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

/** Renews the token of the device on which a reader set a new password. */
export async function renewDevice(
  request: DeviceRequest,
  user: Parameters<typeof renewDeviceToken>[1],
): Promise<void> {
  const token = await renewDeviceToken(deviceTokenOf(request.headers), user)
  request.setCookies([deviceCookie(token, request)])
}
