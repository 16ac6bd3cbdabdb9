/**
 * What Readr says about itself in numbers: each claim in one place, so that no two pages differ.
 * Whoever changes one changes a promise to readers; an operator whose catalogue, prices or terms
 * are others edits this file.
 */

/** Number of summaries in the catalogue, on the landing page, in the footer, on the about page. */
export const SUMMARIES_CLAIM = '500+'

/** Minutes that a summary takes to read, about. */
export const MINUTES_CLAIM = 15

/** How often new summaries appear. */
export const NEW_SUMMARIES_CLAIM = 'weekly'

/** How many new summaries appear each month. */
export const NEW_A_MONTH_CLAIM = '50+'

/** Devices of one reader that stay in step. */
export const DEVICES_CLAIM = 5

/** Hours that a book takes to read as it was written. */
export const BOOK_HOURS_CLAIM = '8+'

/** Share of books begun and never finished, in percent. */
export const NEVER_FINISHED_CLAIM = 67

/** What it takes to begin, in a few words each. */
export const NO_CARD_CLAIM = 'No credit card required'
export const CANCEL_CLAIM = 'Cancel anytime'
export const FREE_SUMMARY_CLAIM = 'Your first summary is free'

/** Hours within which support answers. */
export const SUPPORT_HOURS_CLAIM = 24

/** Days of the free trial with which a plan begins. */
export const TRIAL_DAYS_CLAIM = 7

/** Days after the first payment in which it is returned on request. */
export const MONEY_BACK_DAYS_CLAIM = 30

/** Price of the Monthly plan, each month. */
export const MONTHLY_PRICE_CLAIM = '$16.00'

/** Price of the Yearly plan, each year. */
export const YEARLY_PRICE_CLAIM = '$99.00'
