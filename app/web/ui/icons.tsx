export interface IconProps {
  className?: string
}

export function Icon({
  className = 'size-5',
  children,
}: IconProps & { children: React.ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}

/**
 * An icon of one path.
 * @__NO_SIDE_EFFECTS__
 */
export function icon(path: string, size?: string) {
  return ({ className = size }: IconProps) => (
    <Icon className={className}>
      <path d={path} />
    </Icon>
  )
}

export interface FilledIconProps extends IconProps {
  filled?: boolean
}

/**
 * An icon of one path that can be filled.
 * @__NO_SIDE_EFFECTS__
 */
export function filledIcon(path: string) {
  return ({ filled, className }: FilledIconProps) => (
    <Icon className={className}>
      <path d={path} fill={filled ? 'currentColor' : 'none'} />
    </Icon>
  )
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  )
}

export const MenuIcon = icon('M4 7h16M4 12h16M4 17h10')

export const CloseIcon = icon('m6 6 12 12M18 6 6 18')

export function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </Icon>
  )
}

export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4')

export const ArrowIcon = icon('M5 12h14M13 6l6 6-6 6', 'size-4')

export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5', 'size-4')

export function SunIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
    </Icon>
  )
}

export const MoonIcon = icon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z')

export function SystemIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5v17A8.5 8.5 0 0 0 12 3.5z" fill="currentColor" />
    </Icon>
  )
}

/** The logo: an R whose leg is a quarter of a clock. */
export function LogoMark({ className = 'h-8' }: IconProps) {
  return (
    // As wide as the drawing, so that it aligns with the text below.
    <svg aria-hidden="true" viewBox="2 0 20 32" className={`shrink-0 ${className}`}>
      <path d="M2 3h7v26H2z" className="fill-[light-dark(var(--color-accent),var(--color-ink))]" />
      <path
        d="M11 3h5.5a6.5 6.5 0 0 1 0 13H11z"
        className="fill-[light-dark(var(--color-accent),var(--color-ink))]"
      />
      <path d="M11 18a11 11 0 0 1 11 11H11z" className="fill-lamp" />
    </svg>
  )
}

interface DialProps {
  quarters: 0 | 1 | 2 | 3 | 4
  className?: string
}

const SECTORS = [
  null,
  'M12 12V2a10 10 0 0 1 10 10z',
  'M12 2a10 10 0 0 1 0 20z',
  'M12 2a10 10 0 1 1-10 10h10z',
  'M12 2a10 10 0 0 1 0 20a10 10 0 0 1 0-20z',
] as const

/** A clock in quarters of an hour, for reading time and progress. */
export function Dial({ quarters, className = 'size-5' }: DialProps) {
  const sector = SECTORS[quarters]
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
      <circle cx="12" cy="12" r="10.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {sector && <path d={sector} className="fill-lamp" />}
    </svg>
  )
}

export const BookmarkIcon = filledIcon('M6.5 4.5h11v15.5l-5.5-4-5.5 4z')

export function ReadIcon({ filled = false, className }: FilledIconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="8.5" fill={filled ? 'currentColor' : 'none'} />
      {/* The color depends on the circle, which behaviors/changes/marks.ts fills. */}
      <path d="m8.5 12.2 2.4 2.4 4.6-5" className="[[fill=currentColor]+&]:stroke-paper" />
    </Icon>
  )
}
