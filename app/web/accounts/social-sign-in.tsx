import { Link } from 'react-router'
import {
  PROVIDER_LABELS,
  type ProviderName,
  socialSignInPath,
} from '../../accounts/rules/social.ts'
import { ProviderMark } from './provider-marks.tsx'

interface SocialSignInProps {
  providers: ProviderName[]
  /** A query that says where to go afterwards. */
  onward: string
}

/**
 * The ways to sign in besides a password. Links, not buttons: a form's redirect to another site
 * is against the page's policy.
 */
export function SocialSignIn({ providers, onward }: SocialSignInProps) {
  if (providers.length === 0) return null
  const query = new URLSearchParams(onward)
  return (
    <section aria-label="Other ways to sign in" className="mt-8">
      <p className="flex items-center gap-4 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <ul className="mt-5 grid grid-cols-1 gap-3">
        {providers.map((provider) => (
          <li key={provider}>
            <a
              href={socialSignInPath(provider, query)}
              className="button button-quiet w-full whitespace-normal"
              rel="nofollow"
            >
              <ProviderMark provider={provider} />
              <span className="w-45 text-left">Continue with {PROVIDER_LABELS[provider]}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-soft">
        If you are new, this creates an account, and you agree to the{' '}
        <Link to="/terms" className="text-link">
          Terms of Service
        </Link>{' '}
        and the{' '}
        <Link to="/privacy" className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
    </section>
  )
}
