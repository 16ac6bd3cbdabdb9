import { data } from 'react-router'
import { chargeRefundInput, chargeRefundIntent } from '../../admin/schema/readers.ts'
import { refundPage, refundReader, reviewRefund } from '../../admin/service/refund-reader.server.ts'
import { typedAmount } from '../../billing/rules/charge-refund.ts'
import { money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import { CURRENCY_NAME } from '../../billing/rules/plans.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { AccountForm } from '../accounts/account-form.tsx'
import { Callout } from '../ui/callout.tsx'
import { AdminPage } from './admin-page.tsx'
import { idInAddress } from './id-in-address.ts'
import { redirectWithFlashMessage } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { Facts } from './facts.tsx'
import { returnedTexts } from './reader-charges.tsx'
import type { Route } from './+types/charge-refund'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const loader = ({ params }: Route.LoaderArgs) =>
  errorPageOnDomainError(refundPage(idInAddress(params), params.invoice))

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const [id, { invoice }] = [idInAddress(params), params]
  const form = await readForm(request)
  const { data: intent } = chargeRefundIntent.safeParse(form.get('intent'))
  if (!intent) throw data(null, { status: 400 })
  return submitForm(form, chargeRefundInput, async (input) => {
    if (intent === 'review') {
      await reviewRefund(id, invoice, input.amount)
      return { result: null, review: input }
    }
    const outcome = await refundReader(user.id, id, invoice, input)
    const flash = outcome === 'sent' ? 'refund-sent' : 'refund-recorded'
    return redirectWithFlashMessage(session.id, `/admin/readers/${id}`, flash)
  })
}

export default function ChargeRefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reader, charge } = loaderData
  const readerPath = `/admin/readers/${reader.id}`
  const { leftCents, number } = charge
  const review = actionData && 'review' in actionData ? actionData.review : null
  const refused = actionData && !('review' in actionData) ? actionData : undefined
  const facts = [
    ['Reader', reader.email],
    ['Charge', `${money(charge.amountCents)} on ${longDate(charge.paidAt ?? charge.createdAt)}`],
    ['For', charge.description],
    ['Returned', returnedTexts(charge).join(', ') || 'Nothing'],
    ['Left to refund', money(leftCents)],
  ] as const
  return (
    <AdminPage
      at="/admin/readers"
      tab="Refund a charge"
      title={review ? `Refund ${money(review.amount)}?` : 'Refund a charge'}
    >
      <Facts facts={review ? [...facts.slice(0, 3), ['Reason', review.reason] as const] : facts} />
      {review ? (
        <>
          <p className="mt-6 max-w-xl">
            {money(review.amount)} {review.amount === leftCents ? '(all that is left)' : ''} goes
            back to the card that was charged. This cannot be undone. The reader gets one email
            about it and keeps their plan.
          </p>
          <PostForm className="mt-6 flex flex-wrap gap-3">
            <input type="hidden" name="amount" value={typedAmount(review.amount)} />
            <input type="hidden" name="reason" value={review.reason} />
            <input type="hidden" name="number" value={review.number} />
            <SubmitButton intent="refund" look="danger">
              Refund {money(review.amount)}
            </SubmitButton>
            <ButtonLink href={readerPath} look="quiet">
              Do not refund
            </ButtonLink>
          </PostForm>
        </>
      ) : (
        <>
          {leftCents === 0 && refused && (
            <Callout isProblem className="mt-6">
              {Object.values(refused.result.error ?? {})
                .flat()
                .join(' ')}
            </Callout>
          )}
          <p className="mt-6 mb-6 max-w-xl">
            {leftCents > 0
              ? 'The plan continues: a refund does not cancel it. The reason is kept in the log, and the reader does not see it. Leave out names and addresses.'
              : 'Nothing is left to refund of this charge.'}
          </p>
          {leftCents > 0 && (
            <AccountForm
              id="refund"
              intent="review"
              submit="Continue"
              refused={refused}
              values={{ amount: typedAmount(leftCents) }}
              fields={[
                { name: 'amount', label: `Amount in ${CURRENCY_NAME}` },
                { name: 'reason', label: 'Reason' },
              ]}
            >
              <input type="hidden" name="number" value={number} />
            </AccountForm>
          )}
          <p className="mt-6">
            <LineLink href={readerPath}>Back to {reader.email}</LineLink>
          </p>
        </>
      )}
    </AdminPage>
  )
}
