import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import type { Plan } from '../../billing/rules/plans.ts'
import type { ChangePreview } from '../../billing/service/preview-plan-change.server.ts'
import type { PendingPlanChange } from '../../billing/rules/subscription-view.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { Choice, ChoiceFields } from './choice-fields.tsx'
import { PendingChangeLine } from './pending-change.tsx'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface ChangePlanFormProps {
  current: string | null
  planName: string | null
  pendingChange: PendingPlanChange | null
  offers: (Plan & { preview: ChangePreview | null })[]
  refused: Refused | undefined
}

/** The plans, each with what a change to it costs now and later. */
export function ChangePlanForm(props: ChangePlanFormProps) {
  const { current, planName, pendingChange, offers, refused } = props
  const chosen = pendingChange?.priceId ?? current
  const proration = offers.find(({ preview }) => preview?.prorationDate)?.preview?.prorationDate
  return (
    <>
      {pendingChange && (
        <div className="callout mb-6 block">
          <PendingChangeLine change={pendingChange} />
          <PostForm action="/settings/subscription" className="mt-3">
            <SubmitButton intent="cancel-change" look="quiet">
              Keep the {planName} Plan
            </SubmitButton>
          </PostForm>
        </div>
      )}
      <PostForm data-change-plan={pendingChange ? '' : (current ?? '')}>
        {proration && <input type="hidden" name="prorationDate" value={proration} />}
        <ChoiceFields
          id="change-plan-problem"
          legend="Which plan would you like?"
          refused={refused}
        >
          {offers.map(({ id, name, price, interval, preview }) => (
            <Choice
              key={id}
              name="planId"
              value={id}
              isChosen={id === chosen}
              label={
                <>
                  <span className="font-semibold">{name}</span>
                  <span className="text-soft">
                    {money(price)} per {interval}
                  </span>
                </>
              }
            >
              {id === current && <p className="text-soft">Your current plan.</p>}
              {pendingChange?.kind === 'scheduled' && id === pendingChange.priceId && (
                <p className="text-soft">Your plan starting {deadlineDay(pendingChange.at)}.</p>
              )}
              {preview && <Cost preview={preview} price={price} interval={interval} />}
            </Choice>
          ))}
        </ChoiceFields>
        <div className="mt-6 flex flex-wrap gap-3">
          <SubmitButton>Change Plan</SubmitButton>
          <ButtonLink href="/settings" look="quiet">
            Back
          </ButtonLink>
        </div>
      </PostForm>
    </>
  )
}

function Cost({
  preview,
  price,
  interval,
}: {
  preview: ChangePreview
  price: number
  interval: string
}) {
  const { kind, effectiveAt, dueNowCents, lines, nextCharge } = preview
  const later = `Next charge: ${money(nextCharge.cents)} on ${deadlineDay(nextCharge.at)}, then ${money(price)} every ${interval}.`
  if (kind === 'downgrade') {
    return (
      <p>
        Nothing is charged now. Your plan changes on {deadlineDay(effectiveAt)}. {later}
      </p>
    )
  }
  if (kind === 'trial') {
    return (
      <p>
        Your plan changes right away, and your free trial continues. Nothing is charged now. {later}
      </p>
    )
  }
  return (
    <>
      <p>
        Your plan changes right away. <strong>{money(dueNowCents)} is charged now</strong>. {later}
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
