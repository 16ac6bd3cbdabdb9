import { TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { TextLink } from '../ui/controls.tsx'

/** In the catalogue: how to choose the free summary. */
export function FreeSummaryHint() {
  return (
    <p className="callout mt-6">
      <strong className="block">Choose your free summary</strong>
      Open any book without a lock. Where its free part ends, select “Read this one in full.” You
      can do this once, and the book stays open to you.{' '}
      <TextLink href={TASTE_PATH}>Tell us what you like</TextLink>
    </p>
  )
}
