import { redirect } from 'react-router'
import { socialSignInPath } from '../../accounts/rules/social-sign-in.ts'
import { appPasswordInput, podcastKeyInput, tokenInput } from '../../accounts/schema/app-keys.ts'
import { sessionChoice } from '../../accounts/schema/settings.ts'
import { providersOf } from '../../accounts/service/add-provider.server.ts'
import { appKeysOf } from '../../accounts/service/app-keys.server.ts'
import {
  createAppPassword,
  createPodcastKey,
  createToken,
  isRecentSignIn,
} from '../../accounts/service/create-app-key.server.ts'
import { endSession } from '../../accounts/service/end-session.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { hasAnyAudio } from '../../catalogue/service/audio/audio-files.server.ts'
import {
  formHeaders,
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { env } from '../../platform/env.server.ts'
import { kindleSettings } from '../../reading/service/kindle-settings.server.ts'
import { refusedIn } from '../accounts/account-form.tsx'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { AppPasswords, NewSecret, TokenList } from './apps-sections.tsx'
import { KindleSection } from './kindle-section.tsx'
import type { FirstStep, KeyForms } from './new-app-key.tsx'
import { PodcastSection } from './podcast-section.tsx'
import type { Route } from './+types/apps'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

const TITLE = 'Apps'
const PATH = '/settings/apps'

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Readr` }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const signedIn = requireReader(context, url)
  requireWholePage(request, url)
  const { user, session } = signedIn
  const [keys, kindle, flash, hasAudio, linked] = await Promise.all([
    appKeysOf(user.id),
    kindleSettings(user.id),
    takeFlashMessage(session.id),
    hasAnyAudio(),
    user.hasPassword ? [] : providersOf(user.id),
  ])
  const mayCreate = user.hasPassword || isRecentSignIn(signedIn)
  const firstStep: FirstStep = !user.emailVerified
    ? 'confirm-address'
    : mayCreate
      ? null
      : 'log-in-again'
  const back = new URLSearchParams({ redirectTo: PATH })
  return {
    keys: keys.map((key) => ({ ...key, timeZone: user.timeZone })),
    kindle,
    timeZone: user.timeZone,
    emailVerified: user.emailVerified,
    flash,
    hasAudio,
    firstStep,
    hasPassword: user.hasPassword,
    logIns: linked.map((provider) => ({ provider, href: socialSignInPath(provider, back) })),
    appUrl: env().appUrl,
    hasFullAccess: accessOf(context) === 'full',
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const signedIn = requireReader(context, url)
  const form = await readForm(request)
  return runIntent(form, {
    'create-password': () =>
      submitForm(form, appPasswordInput, async (input) => ({
        secret: await createAppPassword(signedIn, input),
        kind: 'app-password' as const,
      })),
    'create-token': () =>
      submitForm(form, tokenInput, async (input) => ({
        secret: await createToken(signedIn, input),
        kind: 'token' as const,
      })),
    'create-podcast': () =>
      submitForm(form, podcastKeyInput, async (input) => {
        if (accessOf(context) !== 'full') throw redirect('/subscribe', 303)
        return { secret: await createPodcastKey(signedIn, input), kind: 'podcast' as const }
      }),
    revoke: () =>
      submitForm(form, sessionChoice, async (choice) => {
        await endSession(signedIn.user.id, choice.session)
        return redirectWithText(signedIn.session.id, PATH, 'Revoked. It no longer works.')
      }),
  })
}

export default function AppsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, kindle, emailVerified, timeZone, flash, appUrl, hasAudio, hasFullAccess } =
    loaderData
  const created = actionData && 'secret' in actionData ? actionData : null
  const forms: KeyForms = { ...loaderData, refusedFor: refusedIn(actionData) }
  return (
    <SettingsFrame title={TITLE} flash={created ? null : flash}>
      {created && <NewSecret {...created} appUrl={appUrl} />}
      <p className="mt-4 text-soft">
        Let other apps use your account without giving them your password. If you change your
        password or sign out all other devices, your app passwords, podcasts, and tokens stop
        working.
      </p>
      <AppPasswords
        appUrl={appUrl}
        keys={keys.filter(({ kind }) => kind === 'app-password')}
        forms={forms}
      />
      {(hasAudio || keys.some(({ kind }) => kind === 'podcast')) && (
        <PodcastSection
          keys={keys.filter(({ kind }) => kind === 'podcast')}
          forms={forms}
          hasFullAccess={hasFullAccess}
        />
      )}
      <KindleSection {...kindle} emailVerified={emailVerified} timeZone={timeZone} />
      <TokenList keys={keys.filter(({ kind }) => kind === 'token')} forms={forms} />
    </SettingsFrame>
  )
}
