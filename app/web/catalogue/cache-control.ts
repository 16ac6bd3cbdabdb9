/** Cache-Control for addresses whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
