import type { ProviderName } from '../../accounts/rules/social.ts'
import { SocialSignIn } from './social-sign-in.tsx'

/** Visitors need an account first, and come back to the plan that they chose. */
export function SignInFirst({ onward, providers }: { onward: string; providers: ProviderName[] }) {
  return (
    <section aria-labelledby="sign-in-first" className="max-w-md md:pt-6">
      <h2 id="sign-in-first" className="text-2xl">
        First, your account
      </h2>
      <p className="mt-3 text-soft">
        A subscription belongs to an account. Create one or log in, and you come straight back to
        this order.
      </p>
      <p className="mt-5 grid gap-3">
        <a href={`/register?${onward}`} className="button">
          Create an account
        </a>
        <a href={`/login?${onward}`} className="button button-quiet">
          Log in
        </a>
      </p>
      <SocialSignIn providers={providers} onward={onward} />
    </section>
  )
}
