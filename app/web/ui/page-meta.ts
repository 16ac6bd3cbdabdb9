import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  title: string
  description: string
  /** The whole address of the page. */
  url: string
  /** The whole address of its picture, 1200 by 630. */
  image: string
  imageAlt: string
  type?: 'website' | 'article' | 'book'
}

const PROBLEM = 'Error: '

/** The title of a page that has to say what went wrong. */
export const problemTitle = (title: string) => (title.startsWith(PROBLEM) ? title : PROBLEM + title)

/** What search engines and those who pass a link on show of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, url, image, imageAlt, type = 'website' } = page
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: 'Readr' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: imageAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
