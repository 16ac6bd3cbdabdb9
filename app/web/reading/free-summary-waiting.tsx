import { Link } from 'react-router'
import { CHOOSE_FREE_SUMMARY } from '../../catalogue/rules/addresses.ts'

/** On the home page: the free summary has not been used. */
export function FreeSummaryWaiting() {
  return (
    <p className="notice mt-6">
      1 free summary waiting.{' '}
      <Link to={CHOOSE_FREE_SUMMARY} className="text-link">
        Choose your book
      </Link>
    </p>
  )
}
