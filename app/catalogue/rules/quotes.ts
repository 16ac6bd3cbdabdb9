/** Length of a passage that can become an image, in characters. */
export const QUOTE_MIN_CHARS = 12

export const QUOTE_MAX_CHARS = 320
