import { redirect } from 'react-router'
import { accessOf } from '../../middleware/request/context.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { deviceRequest, renewDevice } from '../../middleware/remember-device.server.ts'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { EMAIL_CODE_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { resendInput, verifyEmailInput } from '../../accounts/schema/settings.ts'
import { resendCode, verifyEmail } from '../../accounts/service/verify-email.server.ts'
import { subscribePath } from '../../catalogue/rules/addresses.ts'
import { isAddressRefused } from '../../accounts/service/find-recipient.server.ts'
import { isFirstVerification } from '../../accounts/service/first-verification.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { referringBook } from '../catalogue/referring-book.server.ts'
import { CODE_FIELD, AccountForm, AccountPage } from './account-form.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/verify'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.verified ? 'Your email is confirmed' : 'Confirm your email'} · Readr`,
  },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const { email } = user
  const verified = user.emailVerified && !(await isAddressRefused(user.id))
  const endsOthers = !verified && (await isFirstVerification(user.id))
  const book = accessOf(context) === 'full' ? null : await referringBook(context, url)
  return { email, verified, endsOthers, book, flash: await takeFlashMessage(session.id) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  if (form.get('intent') === 'resend') {
    return submitForm(form, resendInput, async () => {
      await resendCode(user.id)
      return redirectWithText(session.id, '/verify', 'A new code is on its way.')
    })
  }
  return submitForm(form, verifyEmailInput, async ({ code }) => {
    const reader = await verifyEmail(user.id, code, session.id)
    // The first verification makes all devices unknown to the account, including this one.
    await renewDevice(deviceRequest(context, request), reader)
    return redirect('/verify', 303)
  })
}

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, verified, book, flash } = loaderData
  if (verified) {
    return (
      <AccountPage title="Your email is confirmed">
        <Callout className="mb-6">{email} is confirmed. Thank you.</Callout>
        <ReferringBookLine book={book} />
        <ButtonLink href={book ? subscribePath(book.slug) : '/browse'}>
          {book ? 'See the plans' : 'Keep reading'}
        </ButtonLink>
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Confirm your email">
      <ReferringBookLine book={book} />
      {flash && <Callout isProblem={flash.isProblem}>{flash.text}</Callout>}
      <p className="my-6 text-soft">
        We sent a six-digit code to <strong className="text-ink">{email}</strong>. It expires in{' '}
        {durationText(EMAIL_CODE_TTL_MS)}.
      </p>
      <AccountForm id="verify" submit="Confirm" refused={actionData} fields={[CODE_FIELD]} />
      {loaderData.endsOthers && (
        <p className="mt-6 text-soft">Confirming your email signs you out on all other devices.</p>
      )}
      <PostForm className="mt-6">
        <SubmitButton intent="resend" look="link">
          Send a new code
        </SubmitButton>
      </PostForm>
    </AccountPage>
  )
}
