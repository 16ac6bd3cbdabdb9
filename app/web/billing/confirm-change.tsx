import { exactMoment } from '../../billing/rules/format-money.ts'
import type { PendingPlanChange } from '../../billing/rules/subscription-view.ts'
import type { PaymentInBrowser } from '../behaviors/load-payments.ts'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface ConfirmChangeProps extends PaymentInBrowser {
  clientSecret: string
  paymentUrl: string | null
  change: PendingPlanChange | null
}

export function ConfirmChange(props: ConfirmChangeProps) {
  const { publishableKey, emulatorScript, clientSecret, paymentUrl, change } = props
  return (
    <>
      <p tabIndex={-1} autoFocus className="lead outline-none">
        Your bank needs you to confirm the payment for the {change?.name} Plan.
        {change && (
          <> If you do not confirm it by {exactMoment(change.at)}, your plan stays the same.</>
        )}
      </p>
      <p id="confirm-problem" role="alert" hidden className="callout callout-alert mt-5 block" />
      <PostForm
        id="confirm-change"
        className="mt-6"
        data-key={publishableKey}
        data-emulator-script={emulatorScript ?? ''}
        data-secret={clientSecret}
      >
        <input type="hidden" name="intent" value="confirmed" />
        <SubmitButton hidden>Confirm with your bank</SubmitButton>
      </PostForm>
      {paymentUrl && (
        <p className="mt-5">
          <TextLink href={paymentUrl}>Pay on Stripe’s page</TextLink> without JavaScript or with
          another card.
        </p>
      )}
      <PostForm action="/settings/subscription" className="mt-5">
        <SubmitButton intent="cancel-change" look="quiet">
          Keep my current plan
        </SubmitButton>
      </PostForm>
    </>
  )
}
