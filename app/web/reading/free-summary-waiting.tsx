import { CHOOSE_FREE_SUMMARY } from '../../catalogue/rules/addresses.ts'

/** On the home page: the free summary has not been used. */
export function FreeSummaryWaiting() {
  return (
    <p className="notice mt-6">
      1 free summary waiting.{' '}
      <a href={CHOOSE_FREE_SUMMARY} className="text-link">
        Choose your book
      </a>
    </p>
  )
}
