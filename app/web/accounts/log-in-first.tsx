import { ButtonLink } from '../ui/controls.tsx'

/**
 * What visitors see in place of a form that is for readers.
 * @param back the address of the form, where they come back
 */
export function LogInFirst({ back, children }: { back: string; children: React.ReactNode }) {
  const query = new URLSearchParams({ redirectTo: back })
  return (
    <>
      <p className="mt-4">{children}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={`/login?${query}`}>Log in</ButtonLink>
        <ButtonLink href={`/register?${query}`} look="quiet">
          Create account
        </ButtonLink>
      </p>
    </>
  )
}
