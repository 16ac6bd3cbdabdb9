import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  title: string
  description: string
  /** The absolute URL of the page; null: its address is a secret. */
  url: string | null
  /** The absolute URL of its preview image, 1200 by 630 pixels. */
  image: string
  imageAlt: string
  type?: 'website' | 'article' | 'book'
}

const PROBLEM = 'Error: '

/** The title of a page with an error message. */
export const problemTitle = (title: string) => (title.startsWith(PROBLEM) ? title : PROBLEM + title)

/** The metadata of a page for search engines and link previews. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, url, image, imageAlt, type = 'website' } = page
  return [
    { title },
    { name: 'description', content: description },
    ...(url === null ? [] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: 'Readr' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(url === null ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: imageAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
