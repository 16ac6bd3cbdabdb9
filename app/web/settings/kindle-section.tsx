import { readerDate } from '../../accounts/rules/reader-date.ts'
import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { KINDLE_PATH } from '../../reading/rules/kindle.ts'
import type { kindleForm } from '../../reading/schema/kindle.ts'
import { Field } from '../ui/field.tsx'
import { ConfirmAddressFirst, SettingsSection } from './settings-sections.tsx'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export interface KindleSettings {
  kindle: { address: string; sendsSaved: boolean } | null
  /** Readr's address, which Amazon must know. */
  sender: string
  deliveries: { slug: string; title: string; at: string; text: string }[]
}

interface KindleSectionProps extends KindleSettings {
  emailVerified: boolean
  /** The reader's; null: unknown. */
  timeZone: string | null
  refused?: Refused | undefined
}

/** Sending summaries to a Kindle: its address, this week's list, and the latest deliveries. */
export function KindleSection(settings: KindleSectionProps) {
  const { kindle, deliveries, emailVerified, timeZone } = settings
  return (
    <SettingsSection id="kindle" title="Send to Kindle">
      <Approval sender={settings.sender} />
      {emailVerified ? (
        <>
          <KindleForm {...settings} />
          {kindle && (
            <PostForm action={KINDLE_PATH} className="mt-6 flex flex-wrap gap-3">
              <SubmitButton intent="send-week" look="quiet">
                Send this week’s books
              </SubmitButton>
              <SubmitButton intent="remove" look="link">
                Remove this Kindle
              </SubmitButton>
            </PostForm>
          )}
        </>
      ) : (
        <ConfirmAddressFirst />
      )}
      {deliveries.length > 0 && (
        <ul aria-label="Sent to your Kindle" className="mt-6 grid gap-3">
          {deliveries.map(({ slug, title, at, text }) => (
            <li key={`${slug} ${at}`} className="rounded-xl bg-sunk px-4 py-3">
              <TextLink href={summaryPath(slug)}>{title}</TextLink>, {readerDate(at, timeZone)}
              <br />
              <span className="text-sm text-soft">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

export function Approval({ sender }: { sender: string }) {
  return (
    <p className="text-soft">
      On Amazon, go to Manage Your Content and Devices, then Preferences, then Personal Document
      Settings, and add <strong className="wrap-anywhere">{sender}</strong> to the approved email
      addresses. Your Kindle’s address is on the same page and ends in @kindle.com.
    </p>
  )
}

export function KindleForm({ kindle, refused }: Pick<KindleSectionProps, 'kindle' | 'refused'>) {
  const [form, fields] = useForm<z.input<typeof kindleForm>>({
    id: 'kindle-address',
    lastResult: refused?.result ?? null,
    defaultValue: kindle ? { ...kindle, sendsSaved: kindle.sendsSaved ? 'on' : '' } : {},
  })
  const { address, sendsSaved } = fields
  return (
    <PostForm
      action={KINDLE_PATH}
      id={form.id}
      noValidate
      className="mt-6 grid max-w-xl grid-cols-1 gap-5"
    >
      <Field
        field={address}
        label="Your Kindle’s email address"
        type="email"
        autoComplete="off"
        takesFocus={address.errors !== undefined}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={sendsSaved.name}
          defaultChecked={sendsSaved.initialValue === 'on'}
          className="size-5 accent-accent"
        />
        Also send every summary I save
      </label>
      <SubmitButton intent="save" look="large" className="justify-self-start">
        Save
      </SubmitButton>
    </PostForm>
  )
}
