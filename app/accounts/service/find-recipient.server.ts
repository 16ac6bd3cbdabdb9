import { recipientById, type Recipient } from '../store/recipients.server.ts'

export { isAddressRefused } from '../store/recipients.server.ts'
export type { Recipient }

/** A reader to whom something may be sent now; null: their address is not confirmed or does not exist, or they are suspended. */
export const findRecipient = (userId: number): Promise<Recipient | null> => recipientById(userId)
