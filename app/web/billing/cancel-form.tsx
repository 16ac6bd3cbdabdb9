import type { Refused } from '../../middleware/form-action.server.ts'
import { Choice, ChoiceFields } from './choice-fields.tsx'
import { CancelFacts } from './facts.tsx'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface CancelFormProps {
  isTrial: boolean
  /** End of the paid period or the trial; null: it can only end right away. */
  periodEnd: Date | null
  refused: Refused | undefined
}

/** Two ways to end a subscription or trial, with what each means. */
export function CancelForm({ isTrial, periodEnd, refused }: CancelFormProps) {
  const atEnd = isTrial ? 'When the trial ends' : 'At the end of the billing period'
  const choices = [
    ...(periodEnd ? [{ value: 'atPeriodEnd', label: atEnd, endsAt: periodEnd }] : []),
    { value: 'immediately', label: 'Immediately', endsAt: null },
  ]
  const chosen = refused?.result.initialValue?.['when'] ?? choices[0]?.value
  return (
    <PostForm className="grid grid-cols-1 gap-5">
      <ChoiceFields
        id="cancel-problem"
        legend={`When should your ${isTrial ? 'trial' : 'subscription'} end?`}
        refused={refused}
      >
        {choices.map(({ value, label, endsAt }) => (
          <Choice
            key={value}
            name="when"
            value={value}
            isChosen={value === chosen}
            label={<span className="font-semibold">{label}</span>}
          >
            <div className="text-sm">
              <CancelFacts endsAt={endsAt} refund={null} />
            </div>
          </Choice>
        ))}
      </ChoiceFields>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{isTrial ? 'Cancel Trial' : 'Cancel Subscription'}</SubmitButton>
        <ButtonLink href="/settings" look="quiet">
          Keep my {isTrial ? 'trial' : 'subscription'}
        </ButtonLink>
      </div>
    </PostForm>
  )
}
