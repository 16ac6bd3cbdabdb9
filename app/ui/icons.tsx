interface IconProps {
  className?: string
}

function Icon({ className = 'size-5', children }: IconProps & { children: React.ReactNode }) {
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

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  )
}

export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7h16M4 12h16M4 17h10" />
    </Icon>
  )
}

export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}

export function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </Icon>
  )
}

export function FilterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6h16M7 12h10M10 18h4" />
    </Icon>
  )
}

export function ArrowIcon({ className = 'size-4' }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M5 12h14M13 6l6 6-6 6" />
    </Icon>
  )
}

export function CheckIcon({ className = 'size-4' }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  )
}

export function SunIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
    </Icon>
  )
}

export function MoonIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
    </Icon>
  )
}

export function SystemIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5v17A8.5 8.5 0 0 0 12 3.5z" fill="currentColor" />
    </Icon>
  )
}

export function TypeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m3 19 5.5-14L14 19M5 14.5h7M15.5 19l3-8 3 8M16.6 16.500h3.8" />
    </Icon>
  )
}

export function ShareIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 15V3.500M7.5 7.5 12 3.500l4.5 4M5 12.500V20h14v-7.5" />
    </Icon>
  )
}

export function KeyboardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="6" width="19" height="12" rx="2" />
      <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />
    </Icon>
  )
}

/** The product's sign: an R whose leg is the quarter of a clock. */
export function LogoMark({ className = 'size-8' }: IconProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 26 32" className={`shrink-0 ${className}`}>
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
  /** How much of the circle is filled, in quarters: 0 to 4. */
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

/** A clock of quarters of an hour: the sign for reading time and progress. */
export function Dial({ quarters, className = 'size-5' }: DialProps) {
  const sector = SECTORS[quarters]
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
      <circle cx="12" cy="12" r="10.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {sector && <path d={sector} className="fill-lamp" />}
    </svg>
  )
}

/** The outline of Apple's sign, for its store and its sign-in. */
export const APPLE_SIGN =
  'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701'

export function AppleMark({ className = 'size-5' }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="currentColor"
      className={`shrink-0 ${className}`}
    >
      <path d={APPLE_SIGN} />
    </svg>
  )
}

/** The sign of Google's store. */
export function PlayMark({ className = 'size-5' }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="currentColor"
      className={`shrink-0 ${className}`}
    >
      <path d="M4 2.5 13.3 12 4 21.5zM5.3 2l11 6.4-2.4 2.6zM17.4 9l3.8 2.200a1 1 0 0 1 0 1.7L17.4 15l-2.7-3zM13.9 13l2.4 2.6L5.3 22z" />
    </svg>
  )
}

export function BookmarkIcon({ filled = false, className }: IconProps & { filled?: boolean }) {
  return (
    <Icon className={className}>
      <path d="M6.5 4.5h11v15.5l-5.5-4-5.5 4z" fill={filled ? 'currentColor' : 'none'} />
    </Icon>
  )
}

export function ReadIcon({ filled = false, className }: IconProps & { filled?: boolean }) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="8.5" fill={filled ? 'currentColor' : 'none'} />
      {/* Follows the disc, which a page without the framework fills by itself. */}
      <path d="m8.5 12.2 2.4 2.4 4.6-5" className="[[fill=currentColor]+&]:stroke-paper" />
    </Icon>
  )
}
