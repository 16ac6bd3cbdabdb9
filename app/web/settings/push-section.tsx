import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { HourSelect, hourLabel } from './reminder-sections.tsx'
import { SettingsSection } from './settings-sections.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface Browser {
  sessionId: number
  device: string
  hour: number
}

const MORNING = 8

/**
 * The book of the day as a notification, at an hour of the reader's choice. A script shows the form where the
 * browser can show notifications (behaviors/reminders/turn-on-push.ts).
 */
export function PushSection({
  here,
  elsewhere,
  serverKey,
}: {
  here: Browser | null
  elsewhere: Browser[]
  serverKey: string
}) {
  return (
    <SettingsSection id="push" title="Notifications">
      <p className="text-soft">
        Today’s read, once a day, at the hour you choose. On an iPhone or iPad, add Readr to your
        Home Screen first, then turn notifications on there. They end when you log out.
      </p>
      {here ? (
        <Reached browser={here} name="This browser" />
      ) : (
        <>
          <PostForm
            action={remindersPath}
            data-push={serverKey}
            hidden
            className="mt-4 grid items-end gap-5 sm:grid-cols-2"
          >
            <HourSelect label="At" chosen={MORNING} />
            <input type="hidden" name="intent" value="push" />
            <input type="hidden" name="subscription" />
            <input type="hidden" name="timeZone" />
            <SubmitButton look="large" className="justify-self-start">
              Turn on in this browser
            </SubmitButton>
          </PostForm>
          <p id="push-state" aria-live="polite" className="mt-4 font-semibold">
            This browser cannot show notifications, or JavaScript is off.
          </p>
        </>
      )}
      {elsewhere.map((browser) => (
        <Reached key={browser.sessionId} browser={browser} name={browser.device} />
      ))}
    </SettingsSection>
  )
}

function Reached({ browser, name }: { browser: Browser; name: string }) {
  return (
    <PostForm
      action={remindersPath}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3"
    >
      <span>
        <strong>{name}</strong>
        <br />
        <span className="text-sm text-soft">Every day at {hourLabel(browser.hour)}</span>
      </span>
      <input type="hidden" name="session" value={browser.sessionId} />
      <button
        type="submit"
        name="intent"
        value="push-off"
        className="button button-quiet"
        aria-label={`Turn off: ${name}`}
      >
        Turn off
      </button>
    </PostForm>
  )
}
