import { redirect } from 'react-router'
import { afterSignIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { carriedInput, showsTypedLater } from '../../middleware/typed-input.server.ts'
import { ButtonLink, SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { AccountPage } from './account-form.tsx'
import { CarriedField } from './carried-field.tsx'
import type { Route } from './+types/continue'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Who is signed in? · Readr' }]

/**
 * Shown instead of the answer to a form whose page was made for another reader, or for changes of another
 * reader that wait (`waits`).
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  requireWholePage(request, url)
  const page = afterSignIn(url.searchParams)
  const carried = carriedInput(context, url)
  if (!url.searchParams.has('redirectTo')) throw redirect(page)
  const onward = onwardQuery(url.searchParams)
  const shown = new URL(page, url)
  shown.searchParams.set('typed', '')
  return {
    reader: { name: user.name, email: user.email },
    carried,
    comesBack: showsTypedLater(url.searchParams),
    hasSent: !url.searchParams.has('waits'),
    page,
    filledPage: shown.pathname + shown.search,
    signOut: withQuery('/logout', new URLSearchParams([...onward, ['carries', '']])),
  }
}

export default function ContinuePage({ loaderData }: Route.ComponentProps) {
  const { reader, carried, comesBack, hasSent, page, filledPage, signOut } = loaderData
  return (
    <AccountPage title="Who is signed in?">
      <p tabIndex={-1} autoFocus className="outline-none">
        You’re signed in as <strong>{reader.name}</strong> ({reader.email}). The page that you sent
        was opened by another reader, so <strong>nothing was changed</strong>.
      </p>
      {carried ? (
        <PostForm action={filledPage} target="_self" className="mt-6">
          <CarriedField carried={carried} />
          <SubmitButton className="w-full">Continue as {reader.name}</SubmitButton>
        </PostForm>
      ) : hasSent && !comesBack ? (
        <p className="mt-6">
          What you sent is too long to keep here. Go back to copy it, or{' '}
          <TextLink href={page}>continue as {reader.name}</TextLink>.
        </p>
      ) : (
        <ButtonLink href={page} className="mt-6 w-full">
          Continue as {reader.name}
        </ButtonLink>
      )}
      <PostForm action={signOut} target="_self" className="mt-4">
        <CarriedField carried={carried} />
        <SubmitButton look="quiet" className="w-full">
          Log in as someone else
        </SubmitButton>
      </PostForm>
      {(carried || comesBack) && (
        <p className="mt-4 text-soft">
          Either way, anything you typed comes back before it is sent.
        </p>
      )}
    </AccountPage>
  )
}
