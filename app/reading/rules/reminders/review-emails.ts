export const FREQUENCIES = ['daily', 'weekly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The hours at which an email may come: never at night. */
export const EMAIL_HOURS = [6, 7, 8, 9, 12, 15, 18, 20] as const
