/**
 * What Readr says about itself in numbers: each claim in one place, so that no two pages differ.
 * Whoever changes one changes a promise to readers.
 */

/** Number of summaries in the catalogue, as the footer and the about page claim it. */
export const SUMMARIES_CLAIM = '500+'

/** Minutes that a summary takes to read, about. */
export const MINUTES_CLAIM = 15

/** How often new summaries appear. */
export const NEW_SUMMARIES_CLAIM = 'weekly'

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
