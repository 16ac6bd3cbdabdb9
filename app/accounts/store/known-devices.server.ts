import { db } from '../../platform/database.server.ts'

/**
 * Notes that an account has been signed in to on a device.
 * @returns whether this was the first; of two at the same instant one is
 */
export async function noteFirstDevice(userId: number, now: Date): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, firstDeviceAt: null },
    data: { firstDeviceAt: now },
  })
  return count === 1
}
