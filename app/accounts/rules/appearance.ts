/** A closed set of choices keeps the number of cached page variants small. */
export const THEMES = ['system', 'light', 'dark'] as const
export const TEXT_SIZES = ['1', '2', '3', '4', '5'] as const
export const TEXT_WIDTHS = ['narrow', 'medium', 'wide'] as const
export const TEXT_FACES = ['serif', 'sans'] as const

export interface Appearance {
  theme: (typeof THEMES)[number]
  /** Text size of summaries; 3 is the default. */
  size: (typeof TEXT_SIZES)[number]
  width: (typeof TEXT_WIDTHS)[number]
  face: (typeof TEXT_FACES)[number]
}

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  size: '3',
  width: 'medium',
  face: 'serif',
}

const one = <Choice extends string>(choices: readonly Choice[], given: string | undefined) =>
  choices.find((choice) => choice === given)

/** Serializes an appearance for the cookie, the account, and the page cache key. */
export function appearanceText({ theme, size, width, face }: Appearance): string {
  return [theme, size, width, face].join('.')
}

/** Parses a serialized appearance; null when it is not valid. */
export function readAppearance(text: string | null | undefined): Appearance | null {
  const [theme, size, width, face, ...rest] = (text ?? '').split('.')
  const found = {
    theme: one(THEMES, theme),
    size: one(TEXT_SIZES, size),
    width: one(TEXT_WIDTHS, width),
    face: one(TEXT_FACES, face),
  }
  const isWhole = rest.length === 0 && Object.values(found).every((part) => part !== undefined)
  return isWhole ? (found as Appearance) : null
}

/** The attributes of the root element that the style sheet selects by; defaults need none. */
export function rootAttributes(appearance: Appearance): Record<string, string | undefined> {
  const { theme, size, width, face } = appearance
  return {
    'data-theme': theme === 'system' ? undefined : theme,
    'data-size': size === '3' ? undefined : size,
    'data-width': width === 'medium' ? undefined : width,
    'data-face': face === 'serif' ? undefined : face,
  }
}
