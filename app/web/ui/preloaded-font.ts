/** A link that loads a font with the page instead of after its styles. */
export const preloadedFont = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
})
