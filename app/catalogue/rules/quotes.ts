/** Characters of the shortest and the longest passage that makes a picture. */
export const QUOTE_MIN_CHARS = 12

export const QUOTE_MAX_CHARS = 320
