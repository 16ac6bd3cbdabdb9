/** What an administrator can do to a reader, each on a separate page that asks for the reason. */
export const READER_CHANGES = [
  'suspend',
  'restore',
  'sign-out',
  'two-factor',
  'cancel',
  'end',
  'promote',
  'demote',
] as const
export type ReaderChange = (typeof READER_CHANGES)[number]

export interface ManagedReader {
  isOwn: boolean
  role: string
  emailVerified: boolean
  isSuspended: boolean
  hasTwoFactor: boolean
  devices: number
  can: { cancelAtPeriodEnd: boolean; cancelNow: boolean }
}

/** The changes that make sense now. Nobody changes their own account, so that no administrator locks themselves out. */
export function changesFor(reader: ManagedReader): ReaderChange[] {
  if (reader.isOwn) return []
  const isAdmin = reader.role === 'admin'
  const possible: Record<ReaderChange, boolean> = {
    suspend: !reader.isSuspended,
    restore: reader.isSuspended,
    'sign-out': reader.devices > 0,
    'two-factor': reader.hasTwoFactor,
    cancel: reader.can.cancelAtPeriodEnd,
    end: reader.can.cancelNow,
    promote: !isAdmin && reader.emailVerified && !reader.isSuspended,
    demote: isAdmin,
  }
  return READER_CHANGES.filter((change) => possible[change])
}
