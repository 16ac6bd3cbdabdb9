import type { RouterContextProvider } from 'react-router'
import { renewDeviceToken } from '../accounts/service/known-devices.server.ts'
import { requestContextOf } from './request/context.server.ts'
import {
  type CookieReach,
  DEVICE_COOKIE,
  deviceCookie,
  readCookie,
} from './request/cookies.server.ts'

/** The parts of a request that identify its device. The context of a call has them all. */
export interface DeviceRequest extends CookieReach {
  headers: Headers
  clientAddress: string
  /** Protocol and host as the client addressed them. */
  origin: string
  setCookies(cookies: string[]): void
}

/** The device of a page's form request. */
export function deviceRequest(
  context: Readonly<RouterContextProvider>,
  { headers, url }: Request,
): DeviceRequest {
  const { clientAddress, cookies } = requestContextOf(context)
  const setCookies = (more: string[]) => void cookies.push(...more)
  return { headers, clientAddress, origin: new URL(url).origin, setCookies }
}

/** The known-device token of a request, or null. */
export function deviceTokenOf(headers: Headers): string | null {
  return readCookie(headers.get('Cookie'), DEVICE_COOKIE)
}

export async function renewDevice(
  request: DeviceRequest,
  user: Parameters<typeof renewDeviceToken>[1],
): Promise<void> {
  const token = await renewDeviceToken(deviceTokenOf(request.headers), user)
  request.setCookies([deviceCookie(token, request)])
}
