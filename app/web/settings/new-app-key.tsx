import { useForm } from '@conform-to/react'
import { SCOPES, SCOPE_NAMES, type Scope } from '../../accounts/rules/app-keys.ts'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { PERSONAL_TOKEN_TTL_DAYS } from '../../accounts/rules/lifetimes.ts'
import {
  PODCAST_SELECTION_NAMES,
  PODCAST_SELECTIONS,
} from '../../accounts/rules/podcast-feed-keys.ts'
import { PROVIDER_LABELS, type ProviderName } from '../../accounts/rules/social-sign-in.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { Field, FormBanner } from '../ui/field.tsx'
import { ConfirmAddressFirst } from './settings-sections.tsx'
import { DAY_MS } from '../../platform/durations.ts'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** What a reader must do before creating anything; null: nothing. */
export type FirstStep = 'confirm-address' | 'log-in-again' | null

export interface KeyForms {
  firstStep: FirstStep
  hasPassword: boolean
  logIns: { provider: ProviderName; href: string }[]
  refusedFor(intent: string): Refused | undefined
}

const SUBMIT = {
  'create-password': 'Create app password',
  'create-token': 'Create token',
  'create-podcast': 'Create podcast',
}

type Intent = keyof typeof SUBMIT

/** The form that creates something for another program, or what must be done first. */
export function NewKey({
  summary,
  intent,
  forms,
}: {
  summary: string
  intent: Intent
  forms: KeyForms
}) {
  const { firstStep, hasPassword, logIns } = forms
  const refused = forms.refusedFor(intent)
  return (
    <details open={refused !== undefined} className="mt-5">
      <summary className="button button-quiet">{summary}</summary>
      <div className="mt-4 max-w-lg">
        {firstStep === 'confirm-address' && <ConfirmAddressFirst />}
        {firstStep === 'log-in-again' && (
          <>
            <p>For your security, log in again first.</p>
            <p className="flex flex-wrap gap-3">
              {logIns.map(({ provider, href }) => (
                <LineLink key={provider} href={href}>
                  Log in with {PROVIDER_LABELS[provider]}
                </LineLink>
              ))}
            </p>
          </>
        )}
        {firstStep === null && (
          <KeyForm intent={intent} hasPassword={hasPassword} refused={refused} />
        )}
      </div>
    </details>
  )
}

function KeyForm({
  intent,
  hasPassword,
  refused,
}: {
  intent: Intent
  hasPassword: boolean
  refused: Refused | undefined
}) {
  const [form, fields] = useForm<Record<string, string>>({
    id: intent,
    lastResult: refused?.result ?? null,
  })
  const firstInvalid = ['name', 'scopes', 'password'].find((name) => fields[name]?.errors)
  return (
    <PostForm id={form.id} noValidate className="grid grid-cols-1 gap-5">
      <FormBanner id={`${intent}-message`} message={form.errors?.[0]} />
      <input type="hidden" name="intent" value={intent} />
      <Field
        field={fields['name']!}
        label="Name"
        autoComplete="off"
        takesFocus={firstInvalid === 'name'}
      />
      {intent === 'create-token' && (
        <TokenFields
          chosen={refused?.result.initialValue}
          problem={fields['scopes']!.errors?.[0]}
          takesFocus={firstInvalid === 'scopes'}
        />
      )}
      {intent === 'create-podcast' && (
        <label className="font-semibold">
          What it contains
          <select
            name="selection"
            defaultValue={String(refused?.result.initialValue?.['selection'] ?? 'my-list')}
            className="field mt-1 font-normal"
          >
            {PODCAST_SELECTION_NAMES.map((name) => (
              <option key={name} value={name}>
                {PODCAST_SELECTIONS[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasPassword && (
        <Field
          field={fields['password']!}
          label="Password"
          type="password"
          autoComplete="current-password"
          takesFocus={firstInvalid === 'password'}
          isEmptied={refused !== undefined}
        />
      )}
      <SubmitButton className="sm:justify-self-start">{SUBMIT[intent]}</SubmitButton>
    </PostForm>
  )
}

function TokenFields({
  chosen,
  problem,
  takesFocus,
}: {
  chosen: Record<string, unknown> | null | undefined
  problem: string | undefined
  takesFocus: boolean
}) {
  const scopes = chosen ? [chosen['scopes']].flat() : (['library:read'] satisfies Scope[])
  return (
    <>
      <fieldset aria-describedby={problem && 'scopes-problem'}>
        <legend className="mb-1 font-semibold">What it can do</legend>
        {SCOPE_NAMES.map((scope, index) => (
          <label key={scope} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={scopes.some((one) => one === scope)}
              aria-invalid={problem ? true : undefined}
              autoFocus={takesFocus && index === 0}
              className="size-5 shrink-0 accent-accent"
            />
            <span>
              {SCOPES[scope]} <code className="block text-sm text-soft">{scope}</code>
            </span>
          </label>
        ))}
        {problem && (
          <p id="scopes-problem" className="field-error mt-1.5">
            {problem}
          </p>
        )}
      </fieldset>
      <label className="font-semibold">
        Expires
        <select
          name="lifetime"
          defaultValue={String(chosen?.['lifetime'] ?? 365)}
          className="field mt-1 font-normal"
        >
          {PERSONAL_TOKEN_TTL_DAYS.map((days) => (
            <option key={days} value={days}>
              in {durationText(days * DAY_MS)}
            </option>
          ))}
          <option value="never">never</option>
        </select>
      </label>
    </>
  )
}
