import { filledIcon, type FilledIconProps, Icon } from './icons.tsx'

export const HomeIcon = filledIcon('M4.5 11 12 4.5l7.5 6.5v8.5h-5V14h-5v5.5h-5z')

/** Spines on a shelf. */
export const BooksIcon = filledIcon('M4.5 4.5h5v15h-5zM9.5 7.5h5v12h-5zM15 8.4l3.6-1 3 11.2-3.6 1z')

export function PersonIcon({ filled = false, className }: FilledIconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="8" r="3.75" fill={filled ? 'currentColor' : 'none'} />
      <path d="M4.5 20a7.5 7.5 0 0 1 15 0z" fill={filled ? 'currentColor' : 'none'} />
    </Icon>
  )
}
