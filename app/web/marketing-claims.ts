/*
 * The marketing claims: each is stated once here, and the pages use it. Those about prices are in
 * marketing-price-claims.ts: the footer of every page uses this module. The operator sets the numbers of
 * summaries and key ideas (platform/operator-variables.server.ts).
 */

/** Minutes to read a summary. */
export const MINUTES_CLAIM = 15

export const NEW_SUMMARIES_CLAIM = 'weekly'

/** Devices of one reader that stay in sync. */
export const DEVICES_CLAIM = 5

/** Hours to read a whole book. */
export const BOOK_HOURS_CLAIM = '8+'

/** Percentage of books that readers start and never finish. */
export const NEVER_FINISHED_CLAIM = 67

/** Minutes that it takes to create an account and enter a card. */
export const MINUTES_TO_START_CLAIM = 'two'

export const NO_CARD_CLAIM = 'No credit card required'
export const CANCEL_CLAIM = 'Cancel anytime'
export const FREE_SUMMARY_CLAIM = 'Your first summary is free'

/** Hours within which support answers. */
export const SUPPORT_HOURS_CLAIM = 24
