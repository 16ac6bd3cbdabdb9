import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { findPlaceAfterFreePart } from '../../catalogue/service/open-summary.server.ts'
import { placeFragment } from '../../reading/rules/position.ts'

/** The address at which a summary continues after its free part. */
export async function addressAfterFreePart(slug: string): Promise<string> {
  const place = await findPlaceAfterFreePart(slug)
  return summaryPath(slug) + (place ? `#${placeFragment(place)}` : '')
}
