import { icon, Icon, type IconProps } from './icons.tsx'

export const TypeIcon = icon('m3 19 5.5-14L14 19M5 14.5h7M15.5 19l3-8 3 8M16.6 16.5h3.8')

export const ShareIcon = icon('M12 15V3.5M7.5 7.5 12 3.5l4.5 4M5 12.5V20h14v-7.5')

export const GiftIcon = icon(
  'M3 7.500h18V11H3zM4.500 11v9h15v-9M12 7.500V20M12 7.500C9.500 7.500 7 6.500 7 4.800S10.500 3 12 7.500c1.500-4.500 5-4.400 5-2.700s-2.500 2.700-5 2.700',
)

export function KeyboardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="6" width="19" height="12" rx="2" />
      <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />
    </Icon>
  )
}

export const ListenIcon = icon(
  'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
)

export const QuoteIcon = icon(
  'M10 6.5c-3.5 1.2-5.5 3.8-5.5 7.5v3.5h5.5v-5.5H7.2M20 6.5c-3.5 1.2-5.5 3.8-5.5 7.5v3.5H20v-5.5h-2.8',
)

export const BackIcon = icon('M15 5l-7 7 7 7')

export const ContentsIcon = icon('M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20')
