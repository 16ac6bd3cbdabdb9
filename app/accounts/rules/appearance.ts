/** How pages look to one person: a closed set, so that remembered pages stay few. */
export const THEMES = ['system', 'light', 'dark'] as const
export const TEXT_SIZES = ['1', '2', '3', '4', '5'] as const
export const TEXT_WIDTHS = ['narrow', 'medium', 'wide'] as const
export const TEXT_FACES = ['serif', 'sans'] as const

export interface Appearance {
  theme: (typeof THEMES)[number]
  /** Of a summary's text: 3 is the middle. */
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

/** An appearance as one word, for the cookie, the account and the key of remembered pages. */
export function appearanceText({ theme, size, width, face }: Appearance): string {
  return [theme, size, width, face].join('.')
}

/** The appearance that a word stands for; null when it is none of ours. */
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

/** What the style sheet looks at, on the root of a page; the middle choices need no attribute. */
export function rootAttributes(appearance: Appearance): Record<string, string | undefined> {
  const { theme, size, width, face } = appearance
  return {
    'data-theme': theme === 'system' ? undefined : theme,
    'data-size': size === '3' ? undefined : size,
    'data-width': width === 'medium' ? undefined : width,
    'data-face': face === 'serif' ? undefined : face,
  }
}
