import {
  PROVIDER_LABELS,
  type ProviderName,
  socialSignInPath,
} from '../../accounts/rules/social-sign-in.ts'
import { ProviderIcon } from './provider-icons.tsx'
import { TextLink } from '../ui/controls.tsx'

interface SocialSignInProps {
  providers: ProviderName[]
  onward: string
  /** The form’s input is too long to be kept until the browser returns. */
  losesInput?: boolean
}

/** Links to the providers. Not forms, because the page's CSP forbids their redirect to another site. */
export function SocialSignIn({ providers, onward, losesInput = false }: SocialSignInProps) {
  if (providers.length === 0) return null
  const query = new URLSearchParams(onward)
  return (
    <section aria-label="Other ways to sign in" className="mt-8">
      <p className="flex items-center gap-4 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {losesInput && (
        <p className="mt-5">
          What you typed is too long to be kept while you are with another service, and is lost if
          you continue with one of these.
        </p>
      )}
      <ul className="mt-5 grid grid-cols-1 gap-3">
        {providers.map((provider) => (
          <li key={provider}>
            <a
              href={socialSignInPath(provider, query)}
              className="button button-quiet w-full whitespace-normal"
              rel="nofollow"
            >
              <ProviderIcon provider={provider} />
              <span className="w-45 text-left">Continue with {PROVIDER_LABELS[provider]}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-soft">
        If you are new to Readr, this creates an account, and you agree to the{' '}
        <TextLink href="/terms">Terms of Service</TextLink> and the{' '}
        <TextLink href="/privacy">Privacy Policy</TextLink>.
      </p>
    </section>
  )
}
