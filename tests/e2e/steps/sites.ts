/** The servers that the tests visit, by their catalogue. */
export type SiteName = 'content' | 'many' | 'empty' | 'awkward'

/** The origin of each. */
export type Sites = Record<SiteName, string>

/** How many books the generated catalogue has. */
export const MANY_BOOKS = 130

/** The administrator of the site with the shipped content. */
export const ADMIN = { email: 'admin@example.com', name: 'Ada', password: 'secret1' } as const

/** The environment variable that tells the workers the origins. */
export const SITES_VARIABLE = 'READR_E2E_SITES'

/** The origin of a server that start-sites.ts has started. */
export function siteAddress(name: SiteName): string {
  const value = process.env[SITES_VARIABLE]
  if (!value) throw new Error('The sites are not started.')
  return (JSON.parse(value) as Sites)[name]
}
