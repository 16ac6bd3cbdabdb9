import { Link } from 'react-router'
import { CHOOSE_FREE_SUMMARY, TASTE_PATH } from '../../catalogue/rules/addresses.ts'

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

/** In the catalogue: how to choose the free summary. */
export function HowToChoose() {
  return (
    <p className="notice mt-6">
      <strong className="block">Choose your free summary</strong>
      Open any book without a lock. Where its free part ends, select “Read this one in full.” You
      can do this once, and the book stays open to you.{' '}
      <Link to={TASTE_PATH} className="text-link">
        Tell us what you like
      </Link>
    </p>
  )
}
