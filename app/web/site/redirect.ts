import { redirect } from 'react-router'
import { COLLECTIONS_PATH } from '../../catalogue/rules/collections.ts'
import { MY_HIGHLIGHTS_PATH } from '../highlights/my-highlights-address.ts'
import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { reviewPath } from '../../reading/rules/review/address.ts'
import type { Route } from './+types/redirect'

/** Other addresses of pages, and those that pages had before. */
const TARGETS: Record<string, string> = {
  '/terms-of-service': '/terms',
  '/privacy-policy': '/privacy',
  '/forgot-password': '/reset-password',
  '/settings/review': remindersPath,
  '/highlights': MY_HIGHLIGHTS_PATH,
  '/review': reviewPath(),
  '/collections': COLLECTIONS_PATH,
}

export const loader = ({ pattern }: Route.LoaderArgs) => redirect(TARGETS[`/${pattern}`]!, 301)
