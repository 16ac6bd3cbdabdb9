import { SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { pageMeta } from '../ui/page-meta.ts'

interface SitePage {
  title: string
  description: string
  /** Where readers reach the product. */
  origin: string
  path: string
}

/** What is shown elsewhere of a page of the site that is about no book. */
export function siteMeta({ title, description, origin, path }: SitePage) {
  return pageMeta({
    title,
    description,
    url: origin + path,
    image: origin + SITE_PREVIEW_IMAGE,
    imageAlt: 'Readr: the ideas of great books, in 15 minutes',
  })
}
