import { Icon, type IconProps } from './icons.tsx'

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

export function ListenIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 9.5v5h3.5L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11" />
    </Icon>
  )
}

export function QuoteIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 6.5c-3.500 1.200-5.500 3.800-5.500 7.500v3.500h5.500v-5.500H7.200M20 6.500c-3.500 1.200-5.500 3.800-5.500 7.500v3.500H20v-5.500h-2.800" />
    </Icon>
  )
}

export function BackIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M15 5l-7 7 7 7" />
    </Icon>
  )
}

export function ContentsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6h.01M4 12h.01M4 18h.01M8.500 6H20M8.500 12H20M8.500 18H20" />
    </Icon>
  )
}
