import { Form } from 'react-router'
import type { Refused } from '../../middleware/form-action.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { longDate, money } from '../../billing/rules/format.ts'
import type { Plan } from '../../billing/rules/plans.ts'
import type { PendingChange } from '../../billing/rules/subscription-view.ts'
import { PendingChangeLine } from './pending-change.tsx'

/** What a change will cost, before it is made. */
interface Preview {
  kind: 'upgrade' | 'downgrade' | 'trial'
  effectiveAt: Date
  dueNowCents: number
  lines: { description: string; cents: number }[]
  nextCharge: { cents: number; at: Date }
  prorationDate: number | null
}

interface ChangePlanFormProps {
  /** The price id of the present plan. */
  current: string | null
  planName: string | null
  pendingChange: PendingChange | null
  offers: (Plan & { preview: Preview | null })[]
  /** What the action said when it refused the form. */
  refused: Refused | undefined
}

/** The plans, each with what changing to it costs now and later, and one button. */
export function ChangePlanForm(props: ChangePlanFormProps) {
  const { current, planName, pendingChange, offers, refused } = props
  const problem = Object.values(refused?.result.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(' ')
  const chosen = pendingChange?.priceId ?? current
  const proration = offers.find(({ preview }) => preview?.prorationDate)?.preview?.prorationDate
  return (
    <>
      {pendingChange && (
        <div className="notice mb-6 block">
          <PendingChangeLine change={pendingChange} />
          <Form method="post" reloadDocument action="/settings/subscription" className="mt-3">
            <button
              type="submit"
              name="intent"
              value="withdraw-change"
              className="button button-quiet"
            >
              Keep the {planName} Plan
            </button>
          </Form>
        </div>
      )}
      <Form method="post" data-change-plan={pendingChange ? '' : (current ?? '')}>
        <FormBanner id="change-plan-problem" message={problem || undefined} />
        {proration && <input type="hidden" name="prorationDate" value={proration} />}
        <fieldset
          className="mt-2 grid min-w-0 grid-cols-1 gap-4"
          aria-describedby={problem ? 'change-plan-problem' : undefined}
        >
          <legend className="mb-4">Which plan would you like?</legend>
          {offers.map(({ id, name, price, interval, preview }) => (
            <div
              key={id}
              className="rounded-control border border-line bg-raised p-5 has-checked:border-accent"
            >
              <label className="flex min-h-8 flex-wrap items-center gap-x-4">
                <input
                  type="radio"
                  name="planId"
                  value={id}
                  defaultChecked={id === chosen}
                  aria-describedby={`${id}-cost`}
                  className="size-5 accent-accent"
                />
                <span className="font-semibold">{name}</span>
                <span className="text-soft">
                  {money(price)} per {interval}
                </span>
              </label>
              <div id={`${id}-cost`} className="mt-2 pl-9">
                {id === current && <p className="text-soft">Your plan now.</p>}
                {pendingChange?.kind === 'scheduled' && id === pendingChange.priceId && (
                  <p className="text-soft">Your plan from {longDate(pendingChange.at)} on.</p>
                )}
                {preview && <Cost preview={preview} price={price} interval={interval} />}
              </div>
            </div>
          ))}
        </fieldset>
        <div className="mt-6 flex flex-wrap gap-3">
          <button type="submit" className="button">
            Change plan
          </button>
          <a href="/settings" className="button button-quiet">
            Back
          </a>
        </div>
      </Form>
    </>
  )
}

/** What is charged now, what later, and on which day. */
function Cost({ preview, price, interval }: { preview: Preview; price: number; interval: string }) {
  const { kind, effectiveAt, dueNowCents, lines, nextCharge } = preview
  const later = `${money(nextCharge.cents)} on ${longDate(nextCharge.at)}, then ${money(price)} every ${interval}`
  if (kind === 'downgrade') {
    return (
      <p>
        Nothing is charged now. Your plan changes on {longDate(effectiveAt)}. Next charge: {later}.
      </p>
    )
  }
  if (kind === 'trial') {
    return (
      <p>
        Your plan changes at once, and your free trial goes on as it was. Nothing is charged now.
        Next charge: {later}.
      </p>
    )
  }
  return (
    <>
      <p>
        Your plan changes at once. <strong>{money(dueNowCents)} is charged now</strong>. Next
        charge: {later}.
      </p>
      <ul className="mt-2 text-sm text-soft">
        {lines.map(({ description, cents }) => (
          <li key={description} className="flex flex-wrap justify-between gap-x-6">
            <span>{description}</span>
            <span>{money(cents)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
