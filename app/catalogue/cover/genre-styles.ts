import type { GenreSlug } from '../rules/genres.ts'
import { biography } from './genre-biography-autobiography.ts'
import { careerAndBusiness } from './genre-career-and-business.ts'
import { cultureAndHumanity } from './genre-culture-and-humanity.ts'
import { fiction } from './genre-fiction.ts'
import { healthAndWellness } from './genre-health-and-wellness.ts'
import { moneyAndEconomics } from './genre-money-and-economics.ts'
import { relationships } from './genre-relationships.ts'
import { scienceAndTechnology } from './genre-science-and-technology.ts'
import { selfHelp } from './genre-self-help.ts'
import type { CoverStyle } from './style.ts'

const STYLES: Readonly<Record<GenreSlug, CoverStyle>> = {
  'self-help': selfHelp,
  'health-and-wellness': healthAndWellness,
  'money-and-economics': moneyAndEconomics,
  'career-and-business': careerAndBusiness,
  relationships,
  'biography-autobiography': biography,
  'science-and-technology': scienceAndTechnology,
  'culture-and-humanity': cultureAndHumanity,
  fiction,
}

/** The style of a genre's covers; an unknown genre looks like fiction. */
export function styleOf(genre: string): { genre: GenreSlug; style: CoverStyle } {
  const known = Object.hasOwn(STYLES, genre) ? (genre as GenreSlug) : 'fiction'
  return { genre: known, style: STYLES[known] }
}
