import type { Refused } from '../../middleware/form-action.server.ts'
import { DIGEST_FREQUENCIES, type DigestPart } from '../../reading/rules/reminders/digest.ts'
import { reviewPath } from '../../reading/rules/review/address.ts'
import { EMAIL_HOURS, FREQUENCIES } from '../../reading/rules/reminders/review-emails.ts'
import { SettingsSection } from './settings-sections.tsx'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** Why no reminder arrives, and how to change that. */
export function AddressProblem({ address, email }: { address: 'new' | 'refused'; email: string }) {
  if (address === 'new')
    return (
      <p className="mt-6">
        You’ll get emails once you confirm your address.{' '}
        <TextLink href="/verify">Confirm your email</TextLink>
      </p>
    )
  return (
    <div className="callout callout-alert mt-6">
      <p>
        Your email provider told us that <strong className="wrap-anywhere">{email}</strong> does not
        exist, so we stopped sending reminders. If the address works again, confirm it. Otherwise,{' '}
        <TextLink href="/settings#email">change your email</TextLink>.
      </p>
      <PostForm action="/verify" className="mt-4">
        <SubmitButton intent="resend" look="quiet">
          Send a code
        </SubmitButton>
      </PostForm>
    </div>
  )
}

/** 8 as "8:00 AM". */
export const hourLabel = (hour: number) => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

export function HourSelect({ label, chosen }: { label: string; chosen: number }) {
  return (
    <label className="font-semibold">
      {label}
      <select name="hour" defaultValue={chosen} className="field mt-1">
        {EMAIL_HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {hourLabel(hour)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** One of a few values; without a script, too. */
function Choice<Value extends string>({
  name,
  legend,
  labels,
  chosen,
}: {
  name: string
  legend: string
  labels: Record<Value, string>
  chosen: string
}) {
  return (
    <fieldset className="segments mt-4">
      <legend className="sr-only">{legend}</legend>
      {Object.entries<string>(labels).map(([value, label]) => (
        <label key={value} className="segment">
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Checkbox({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  )
}

const DIGEST_LABELS: Record<'off' | (typeof DIGEST_FREQUENCIES)[number], string> = {
  off: 'Off',
  weekly: 'Fridays',
  monthly: 'Once a month',
}

const REVIEW_LABELS: Record<'off' | (typeof FREQUENCIES)[number], string> = {
  off: 'Off',
  daily: 'Every day',
  weekly: 'Mondays',
}

const PARTS: Record<DigestPart, string> = {
  newBooks: 'New summaries in my genres',
  todaysRead: 'Today’s read',
  highlight: 'One of my highlights',
}

type Chosen = {
  digest: string
  frequency: string
  hour: number
  asks: boolean
  timeZone: string
  version: number
} & Record<DigestPart, boolean>

function shownOf(chosen: Chosen, refused: Refused | undefined): Chosen {
  const given = refused?.result.initialValue
  if (!given || !('digest' in given)) return chosen
  const text = (name: 'digest' | 'frequency' | 'timeZone') => `${given[name] ?? chosen[name]}`
  const isOn = (name: DigestPart | 'asks') => given[name] === 'on'
  return {
    // A reader who has seen that the reminders were changed may replace them.
    version: refused.result.error?.['version'] ? chosen.version : Number(given['version']),
    digest: text('digest'),
    frequency: text('frequency'),
    timeZone: text('timeZone'),
    hour: Number(given['hour']) || chosen.hour,
    asks: isOn('asks'),
    newBooks: isOn('newBooks'),
    todaysRead: isOn('todaysRead'),
    highlight: isOn('highlight'),
  }
}

/** The digest, the daily review, and when it is morning for the reader. */
export function EmailReminders({
  chosen,
  isZoneKnown,
  timeZones,
  refused,
}: {
  chosen: Chosen
  isZoneKnown: boolean
  timeZones: string[]
  refused: Refused | undefined
}) {
  const shown = shownOf(chosen, refused)
  return (
    <PostForm className="reminders">
      <input type="hidden" name="version" value={shown.version} />
      <SettingsSection id="digest" title="Digest">
        <p className="text-soft">
          An email on a Friday morning, with what you choose here. None comes if it would be empty.
        </p>
        <Choice
          name="digest"
          legend="How often to send the digest"
          labels={DIGEST_LABELS}
          chosen={shown.digest}
        />
        <fieldset className="mt-4">
          <legend className="font-semibold">What to include</legend>
          {(Object.keys(PARTS) as DigestPart[]).map((part) => (
            <Checkbox key={part} name={part} label={PARTS[part]} isOn={shown[part]} />
          ))}
        </fieldset>
      </SettingsSection>
      <SettingsSection id="review" title="Daily review">
        <p className="text-soft">
          Up to five cards a day help you remember what you read. We can email them to you, only
          when there are some to review and never at night.{' '}
          <TextLink href={reviewPath()}>Start today’s review</TextLink>
        </p>
        <Choice
          name="frequency"
          legend="How often to send review emails"
          labels={REVIEW_LABELS}
          chosen={shown.frequency}
        />
        <div className="mt-5 grid gap-5 sm:grid-cols-2">
          <HourSelect label="Review emails at" chosen={shown.hour} />
        </div>
        <div className="mt-4">
          <Checkbox
            name="asks"
            label="Offer three questions when I mark a summary as read"
            isOn={shown.asks}
          />
        </div>
      </SettingsSection>
      <SettingsSection id="zone" title="Your time">
        <div className="grid gap-5 sm:grid-cols-2">
          <label className="font-semibold">
            Time zone
            <select
              name="timeZone"
              defaultValue={shown.timeZone}
              data-guess={isZoneKnown || shown !== chosen ? undefined : ''}
              className="field mt-1"
            >
              {timeZones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </label>
        </div>
      </SettingsSection>
      <SubmitButton intent="save" look="large" className="mt-10">
        Save
      </SubmitButton>
    </PostForm>
  )
}
