import type { Access } from '../catalogue/rules.ts'

/** What access hangs on. Subscriptions will join it here. */
export interface AccessFacts {
  role: string
}

/** Decides, in one place, what somebody may read. */
export function accessFor(reader: AccessFacts | null): Access {
  if (!reader) return 'visitor'
  return reader.role === 'admin' ? 'full' : 'free'
}
