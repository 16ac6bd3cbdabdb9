import { Form } from 'react-router'
import { longDate } from '../../billing/rules/format.ts'
import type { PendingChange } from '../../billing/rules/subscription-view.ts'
import type { PaymentInBrowser } from '../behaviors/load-payments.ts'

interface ConfirmChangeProps extends PaymentInBrowser {
  clientSecret: string
  /** Stripe's page to pay without our script, or with another card. */
  paymentUrl: string | null
  change: PendingChange | null
}

/** The bank wants to hear from the reader before it pays for an upgrade. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { publishableKey, standIn, clientSecret, paymentUrl, change } = props
  return (
    <>
      <p tabIndex={-1} autoFocus className="lead outline-none">
        Your bank asks you to confirm the payment for the {change?.name} Plan.
        {change && (
          <> Until then, and at most until {longDate(change.at)}, your plan stays as it is.</>
        )}
      </p>
      <p id="confirm-problem" role="alert" hidden className="notice notice-alert mt-5 block" />
      <Form
        method="post"
        id="confirm-change"
        className="mt-6"
        data-key={publishableKey}
        data-stand-in={standIn ?? ''}
        data-secret={clientSecret}
      >
        <input type="hidden" name="intent" value="confirmed" />
        <button type="submit" hidden className="button">
          Confirm with your bank
        </button>
      </Form>
      {paymentUrl && (
        <p className="mt-5">
          <a href={paymentUrl} className="text-link">
            Pay on Stripe’s page
          </a>
          , without JavaScript or with another card.
        </p>
      )}
      <Form method="post" action="/settings/subscription" className="mt-5">
        <button type="submit" name="intent" value="withdraw-change" className="button button-quiet">
          Do not change my plan
        </button>
      </Form>
    </>
  )
}
