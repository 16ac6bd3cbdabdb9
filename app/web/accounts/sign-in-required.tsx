import type { ProviderName } from '../../accounts/rules/social-sign-in.ts'
import { SocialSignIn } from './social-sign-in.tsx'
import { ButtonLink } from '../ui/controls.tsx'

/** Asks visitors to create an account or log in, and then returns to the chosen plan. */
export function SignInRequired({
  onward,
  providers,
}: {
  onward: string
  providers: ProviderName[]
}) {
  return (
    <section aria-labelledby="sign-in-required" className="max-w-md md:pt-6">
      <h2 id="sign-in-required" className="text-2xl">
        Create an account or log in
      </h2>
      <p className="mt-3 text-soft">
        You need an account to subscribe. We’ll take you right back to this order.
      </p>
      <p className="mt-5 grid gap-3">
        <ButtonLink href={`/register?${onward}`}>Create an account</ButtonLink>
        <ButtonLink href={`/login?${onward}`} look="quiet">
          Log in
        </ButtonLink>
      </p>
      <SocialSignIn providers={providers} onward={onward} />
    </section>
  )
}
