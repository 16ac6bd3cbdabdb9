import { SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { MINUTES_CLAIM } from '../marketing-claims.ts'
import { pageMeta } from '../ui/page-meta.ts'

interface SitePage {
  title: string
  description: string
  origin: string
  path: string
}

/** Meta tags of a page that is not about a book. */
export function siteMeta({ title, description, origin, path }: SitePage) {
  return pageMeta({
    title,
    description,
    url: origin + path,
    image: origin + SITE_PREVIEW_IMAGE,
    imageAlt: `Readr: the ideas of great books, in ${MINUTES_CLAIM} minutes`,
  })
}
