import { readerDate } from '../../accounts/rules/reader-date.ts'
import {
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { sessionChoice } from '../../accounts/schema/settings.ts'
import { endOtherSessions, endSession } from '../../accounts/service/end-session.server.ts'
import { appKeysOf } from '../../accounts/service/app-keys.server.ts'
import { signedInDevices } from '../../accounts/service/list-devices.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import type { Route } from './+types/devices'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

const TITLE = 'Where you are signed in'

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Readr` }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  requireWholePage(request, url)
  const [devices, apps, flash] = await Promise.all([
    signedInDevices(user.id),
    appKeysOf(user.id),
    takeFlashMessage(session.id),
  ])
  return {
    flash,
    hasApps: apps.length > 0,
    devices: devices.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      isCurrent: id === session.id,
      signedInOn: readerDate(createdAt, user.timeZone),
      lastUsedOn: readerDate(lastUsedAt, user.timeZone),
    })),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const doneWith = (text: string) => redirectWithText(session.id, '/settings/devices', text)
  return runIntent(form, {
    'sign-out-others': async () => {
      await endOtherSessions(user.id, session.id)
      return doneWith('All other devices were signed out.')
    },
    'sign-out-device': () =>
      submitForm(form, sessionChoice, async (chosen) => {
        await endSession(user.id, chosen.session)
        return doneWith('The device was signed out.')
      }),
  })
}

export default function DevicesPage({
  loaderData: { devices, hasApps, flash },
}: Route.ComponentProps) {
  return (
    <SettingsFrame title={TITLE} flash={flash}>
      <ul className="mt-5 grid gap-3">
        {devices.map(({ id, device, isCurrent, signedInOn, lastUsedOn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3"
          >
            <span>
              <strong>{device}</strong>
              {isCurrent && <span className="text-accent"> · this device</span>}
              <br />
              <span className="text-sm text-soft">
                signed in {signedInOn}, last used {lastUsedOn}
              </span>
            </span>
            {!isCurrent && (
              <PostForm>
                <input type="hidden" name="session" value={id} />
                <SubmitButton intent="sign-out-device" look="link">
                  Sign out<span className="sr-only"> {device}</span>
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {(devices.length > 1 || hasApps) && (
        <PostForm className="mt-4">
          <SubmitButton intent="sign-out-others" look="quiet">
            Sign out all other devices
          </SubmitButton>
          {hasApps && (
            <p className="mt-3 text-soft">
              This also revokes your app passwords, podcasts, and tokens under{' '}
              <TextLink href="/settings/apps">Apps</TextLink>.
            </p>
          )}
        </PostForm>
      )}
    </SettingsFrame>
  )
}
