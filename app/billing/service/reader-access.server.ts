import { type ReaderAccess, readerWithAccess } from '../../accounts/service/find-reader.server.ts'

/** A reader, and until when a plan or a gift opens everything to them; null: no such account. */
export const readerAccess = (userId: number): Promise<ReaderAccess | null> =>
  readerWithAccess(userId)
