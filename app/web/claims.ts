/*
 * The marketing claims: each is stated once here, and the pages use it. Those about prices are in
 * price-claims.ts: the footer of every page uses this module.
 */

/** Number of summaries in the catalogue, on the landing page, in the footer, on the about page. */
export const SUMMARIES_CLAIM = '500+'

/** Number of key ideas in all summaries, on the landing page. */
export const KEY_IDEAS_CLAIM = '1000+'

/** Minutes to read a summary. */
export const MINUTES_CLAIM = 15

/** How often new summaries appear. */
export const NEW_SUMMARIES_CLAIM = 'weekly'

/** How many new summaries appear each month. */
export const NEW_A_MONTH_CLAIM = '50+'

/** Devices of one reader that stay in sync. */
export const DEVICES_CLAIM = 5

/** Hours to read a whole book. */
export const BOOK_HOURS_CLAIM = '8+'

/** Percentage of books that readers start and never finish. */
export const NEVER_FINISHED_CLAIM = 67

export const NO_CARD_CLAIM = 'No credit card required'
export const CANCEL_CLAIM = 'Cancel anytime'
export const FREE_SUMMARY_CLAIM = 'Your first summary is free'

/** Hours within which support answers. */
export const SUPPORT_HOURS_CLAIM = 24
