/** The installations that the tests visit, by what is in their catalogue. */
export type SiteName = 'content' | 'many' | 'empty' | 'awkward'

/** Where each of them answers. */
export type Sites = Record<SiteName, string>

/** How many books the generated catalogue has. */
export const MANY_BOOKS = 130

/** The administrator of the site with the content that ships. */
export const ADMIN = { email: 'admin@example.com', name: 'Ada', password: 'secret1' } as const

/** Environment variable by which the workers learn the addresses. */
export const SITES_VARIABLE = 'READR_E2E_SITES'

/** The address of an installation that start-sites.ts has started. */
export function siteAddress(name: SiteName): string {
  const value = process.env[SITES_VARIABLE]
  if (!value) throw new Error('The sites are not started.')
  return (JSON.parse(value) as Sites)[name]
}
