/** Readers or log entries on one page. */
export const ROWS_PER_PAGE = 50

export const MAX_DRAFTS = 100

/** Complimentary access lasts at most this long. */
export const MAX_GRANT_YEARS = 10
