import type { Refused } from '../../middleware/form-action.server.ts'
import { Callout } from '../ui/callout.tsx'
import { PROVIDER_LABELS, type ProviderName } from '../../accounts/rules/social-sign-in.ts'
import { PASSWORD_FIELD, AccountForm } from '../accounts/account-form.tsx'
import { ConfirmAddressFirst, SettingsFold } from './settings-sections.tsx'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { DelayedRedirect } from '../ui/delayed-redirect.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface SignInMethodsProps {
  hasPassword: boolean
  emailVerified: boolean
  linked: ProviderName[]
  addable: ProviderName[]
  problem: string | null
  refusedFor(intent: string): Refused | undefined
}

export function SignInMethods({
  hasPassword,
  emailVerified,
  linked,
  addable,
  problem,
  refusedFor,
}: SignInMethodsProps) {
  if (linked.length === 0 && addable.length === 0) return null
  const names = [
    ...(hasPassword ? ['Password'] : []),
    ...linked.map((name) => PROVIDER_LABELS[name]),
  ]
  const isOpen = problem !== null || addable.some((name) => refusedFor(`add-${name}`))
  const isOnly = !hasPassword && linked.length === 1
  return (
    <SettingsFold anchor="ways" title="Ways to sign in" value={names.join(', ')} isOpen={isOpen}>
      {problem && (
        <Callout isProblem className="mb-5">
          {problem}
        </Callout>
      )}
      <ul className="grid gap-3">
        {hasPassword && (
          <li className="flex min-h-11 items-center rounded-xl bg-sunk px-4 py-3">
            <strong>Email and password</strong>
          </li>
        )}
        {linked.map((provider) => (
          <li
            key={provider}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3"
          >
            <strong>{PROVIDER_LABELS[provider]}</strong>
            {isOnly ? (
              <span className="text-sm text-soft">your only way to sign in</span>
            ) : (
              <PostForm>
                <input type="hidden" name="provider" value={provider} />
                <SubmitButton intent="remove-provider" look="link">
                  Remove<span className="sr-only"> {PROVIDER_LABELS[provider]}</span>
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {hasPassword && !emailVerified && addable.length > 0 && (
        <div className="mt-4">
          <p className="text-soft">You can add other ways to sign in.</p>
          <ConfirmAddressFirst />
        </div>
      )}
      {hasPassword &&
        emailVerified &&
        addable.map((provider) => (
          <details
            key={provider}
            open={refusedFor(`add-${provider}`) !== undefined}
            className="mt-3"
          >
            <summary className="button button-quiet add-method">
              Add {PROVIDER_LABELS[provider]}
            </summary>
            <div className="mt-4 max-w-lg">
              <p className="mb-5 text-soft">
                Enter your password, then sign in with {PROVIDER_LABELS[provider]}.
              </p>
              <AccountForm
                id={`add-${provider}`}
                intent="add-provider"
                submit={`Continue to ${PROVIDER_LABELS[provider]}`}
                refused={refusedFor(`add-${provider}`)}
                fields={[PASSWORD_FIELD]}
              >
                <input type="hidden" name="provider" value={provider} />
              </AccountForm>
            </div>
          </details>
        ))}
      {!hasPassword && addable.length > 0 && (
        <p className="mt-4 text-soft">
          To add another one, log out, then log in with it. If that provider has confirmed the same
          email address, we link it to this account.
        </p>
      )}
    </SettingsFold>
  )
}

/** A page instead of a redirect, because the CSP forbids forms that lead to another site. */
export function ContinueToProvider({ provider, href }: { provider: ProviderName; href: string }) {
  return (
    <div className="wrap max-w-lg pt-10 pb-24">
      <DelayedRedirect to={href} seconds={0} />
      <h1 className="page-title mb-6">Add {PROVIDER_LABELS[provider]}</h1>
      <p role="status">Your password is correct. Now sign in with {PROVIDER_LABELS[provider]}.</p>
      <ButtonLink href={href} className="mt-6">
        Continue to {PROVIDER_LABELS[provider]}
      </ButtonLink>
    </div>
  )
}
