import { redirect } from 'react-router'
import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import { REFUND_DAYS } from '../../billing/rules/plans.ts'
import { refundText } from '../../billing/rules/refund-text.ts'
import { guaranteeRefundInput } from '../../billing/schema/forms.ts'
import { guaranteeOf, type RefundOffer } from '../../billing/service/find-guarantee.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { requestGuaranteeRefund } from '../../billing/service/request-guarantee-refund.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { Callout } from '../ui/callout.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { Facts } from './facts.tsx'
import type { Guarantee } from './guarantee-line.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { addErrorAdvice } from './add-error-advice.ts'
import type { Route } from './+types/guarantee-refund'
import './billing.css'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

const TITLE = 'Get your money back'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const refund = loaderData?.refund
  return [{ title: `${refund ? RESULTS[refund.status].title : TITLE} · Readr` }]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const [guarantee, subscription] = await Promise.all([guaranteeOf(user), subscriptionOf(user)])
  const { planName, mobile, otherAccessUntil } = subscription
  return { ...guarantee, planName, inApp: mobile !== null, otherAccessUntil }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  return submitForm(await readForm(request), guaranteeRefundInput, async ({ shownCents }) => {
    await addErrorAdvice(requestGuaranteeRefund(user, shownCents))
    return redirect('/settings/refund', 303)
  })
}

export default function GuaranteeRefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, refund } = loaderData
  if (refund) return <Requested refund={refund} />
  const problem = Object.values(actionData?.result.error ?? {}).flatMap((texts) => texts ?? [])
  return (
    <SettingsFrame title={TITLE}>
      {problem.length > 0 && (
        <Callout isProblem className="mb-6">
          <Paragraphs text={problem.join('\n')} />
        </Callout>
      )}
      {offer ? (
        <Offer {...loaderData} offer={offer} />
      ) : (
        <>
          <p>
            The money-back guarantee lasts {REFUND_DAYS} days from your first payment on this
            website. Each person can use it once. You cannot get a refund under it now.
          </p>
          <BackLink />
        </>
      )}
    </SettingsFrame>
  )
}

interface OfferProps {
  offer: RefundOffer
  /** 'Monthly' or 'Yearly'; null: the subscription has already ended. */
  planName: string | null
  /** Whether they also subscribed in the mobile app. */
  inApp: boolean
  /** When other access ends; null: there is none. */
  otherAccessUntil: Date | null
}

function Offer({ offer, planName, inApp, otherAccessUntil }: OfferProps) {
  const { cents, payments, until } = offer
  return (
    <>
      <p className="lead">
        Readr isn’t for you? We return everything you have paid, no questions asked.
      </p>
      <div className="mt-6 max-w-md rounded-panel bg-sunk p-6">
        <Facts
          facts={[
            ...payments.map((paid) => [`Paid on ${longDate(paid.at)}`, money(paid.cents)] as const),
            ['Refund', money(cents)],
            ['Next charge', 'None'],
            ['Ask before', deadlineDay(until)],
          ]}
        />
      </div>
      <h2 className="mt-8 text-2xl">What happens</h2>
      <ul className="refund-effects mt-3 grid gap-2">
        {planName && (
          <li>
            Your {planName} Plan ends right away
            {otherAccessUntil ? '.' : ', and you can no longer read full summaries.'}
          </li>
        )}
        {otherAccessUntil && (
          <li>
            {inApp
              ? 'You keep your subscription in the mobile app.'
              : `You keep the access that we gave you as a gift. It ends on ${deadlineDay(otherAccessUntil)}.`}
          </li>
        )}
        <li>
          The money goes back to the card you paid with. It can take five to ten days to appear on
          your statement.
        </li>
        <li>You keep your account, My List, and the books you marked as read.</li>
        <li>
          Each person can use the guarantee once. If you subscribe again later, you can cancel
          anytime, but not get your money back.
        </li>
      </ul>
      <PostForm className="mt-8 flex flex-wrap gap-3">
        <input type="hidden" name="shownCents" value={cents} />
        <SubmitButton>
          Refund {money(cents)}
          {planName && ' and end my plan'}
        </SubmitButton>
        <ButtonLink href="/settings/subscription" look="quiet">
          {planName ? 'Keep my subscription' : 'Back'}
        </ButtonLink>
      </PostForm>
    </>
  )
}

/** The result, from the database: it is the same after a reload. */
function Requested({ refund }: { refund: NonNullable<Guarantee['refund']> }) {
  const { status, amountCents, requestedAt } = refund
  const { title, text } = RESULTS[status]
  return (
    <SettingsFrame>
      <h1 tabIndex={-1} autoFocus className="page-title outline-none">
        {title}
      </h1>
      <div role="status" className="mt-6">
        <p>{text}</p>
        {status !== 'returned' && (
          <div className="mt-6">
            <Facts
              facts={[
                ['Refund', refundText({ cents: amountCents, by: 'us' })],
                ['Requested on', longDate(requestedAt)],
                ['Next charge', 'None'],
              ]}
            />
          </div>
        )}
      </div>
      <BackLink />
    </SettingsFrame>
  )
}

const ON_ITS_WAY = {
  title: 'Your refund is on its way',
  text: 'Your plan has ended. The money can take five to ten days to appear on your statement. We have emailed you these details.',
}

const RESULTS = {
  requested: {
    title: 'Your refund is being processed',
    text: 'We have your request and are completing it with our payment provider. We will email you when it is done. You don’t need to do anything else.',
  },
  pending: ON_ITS_WAY,
  succeeded: ON_ITS_WAY,
  failed: {
    title: 'Your refund did not go through',
    text: 'Your bank sent it back. We still owe you this money and will email you to arrange another way to return it. You don’t need to ask again.',
  },
  returned: {
    title: 'Your money was already returned',
    text: 'Your payment had already been returned, so there was nothing left to refund. Your plan has ended.',
  },
}

function BackLink() {
  return (
    <p className="mt-8">
      <LineLink href="/settings/subscription">Subscription and payments</LineLink>
    </p>
  )
}
