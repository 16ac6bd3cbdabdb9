import { readerDate } from '../../accounts/rules/reader-date.ts'
import type { AppKeyKind, Scope } from '../../accounts/rules/app-keys.ts'
import { podcastFeedPath, type PodcastSelection } from '../../accounts/rules/podcast-feed-keys.ts'
import { type KeyForms, NewKey } from './new-app-key.tsx'
import { SettingsSection } from './settings-sections.tsx'
import { ScriptButton } from './two-factor-sections.tsx'
import { ButtonLink, SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export interface AppKeyView {
  id: number
  name: string
  scopes: Scope[]
  selection: PodcastSelection | null
  hasManyNetworks: boolean
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  /** The reader's; null: unknown. */
  timeZone: string | null
}

const NEW_SECRETS: Record<AppKeyKind, { title: string; advice: string }> = {
  'app-password': {
    title: 'Your new app password',
    advice:
      'Enter it in your app now. We won’t show it again. Capital letters and dashes don’t matter.',
  },
  token: {
    title: 'Your new token',
    advice: 'Copy it now. We won’t show it again. Keep it as safe as a password.',
  },
  podcast: {
    title: 'Your new podcast',
    advice: 'Add this address to your podcast app now. We won’t show it again. It is only for you.',
  },
}

/** A new app password, token, or podcast, which is shown only once. */
export function NewSecret({
  secret,
  kind,
  appUrl,
}: {
  secret: string
  kind: AppKeyKind
  appUrl: string
}) {
  const { title, advice } = NEW_SECRETS[kind]
  const address = appUrl + podcastFeedPath(secret)
  return (
    <section aria-labelledby="created" className="mt-6 rounded-xl bg-wash p-5">
      {/* Focused, so that screen readers start with it. */}
      <h2 id="created" tabIndex={-1} autoFocus className="text-2xl">
        {title}
      </h2>
      <p className="mt-3">{advice}</p>
      <p className="mt-4 wrap-anywhere">
        <code id="new-secret" className="text-lg">
          {kind === 'podcast' ? address : secret}
        </code>
      </p>
      {kind === 'app-password' && (
        <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
          <dt className="text-soft">Catalog</dt>
          <dd className="wrap-anywhere">{appUrl}/opds</dd>
          <dt className="text-soft">User name</dt>
          <dd>your email address</dd>
        </dl>
      )}
      <p className="mt-5 flex flex-wrap gap-3">
        {kind === 'podcast' && (
          <ButtonLink href={address.replace(/^https?:/, 'podcast:')}>
            Open in Apple Podcasts
          </ButtonLink>
        )}
        <ScriptButton copies="new-secret">Copy</ScriptButton>
      </p>
    </section>
  )
}

export function AppPasswords({
  appUrl,
  keys,
  forms,
}: {
  appUrl: string
  keys: AppKeyView[]
  forms: KeyForms
}) {
  return (
    <SettingsSection id="app-passwords" title="App passwords">
      <p className="text-soft">
        For e-readers and reading apps that open OPDS catalogs, such as KOReader and Thorium Reader.
        Add the catalog <span className="wrap-anywhere">{appUrl}/opds</span>, with your email
        address and an app password. It opens summaries and My List, but can’t change anything.
      </p>
      <KeyList keys={keys} />
      <NewKey summary="New app password" intent="create-password" forms={forms} />
    </SettingsSection>
  )
}

export function TokenList({ keys, forms }: { keys: AppKeyView[]; forms: KeyForms }) {
  return (
    <SettingsSection id="tokens" title="Personal access tokens">
      <p className="text-soft">
        For programs that you write yourself. The{' '}
        <TextLink href="/api/docs#tokens">API documentation</TextLink> has an example. A token can
        do only what you choose. It never has access to your account settings or your billing.
      </p>
      <KeyList keys={keys} />
      <NewKey summary="New token" intent="create-token" forms={forms} />
    </SettingsSection>
  )
}

const requestContextOf = ({ createdAt, lastUsedAt, expiresAt, timeZone }: AppKeyView) =>
  [
    `created ${readerDate(createdAt, timeZone)}`,
    lastUsedAt ? `last used ${readerDate(lastUsedAt, timeZone)}` : 'not used yet',
    ...(expiresAt ? [`expires ${readerDate(expiresAt, timeZone)}`] : []),
  ].join(', ')

/** What was created, with its last use and a button that revokes it. */
export function KeyList({ keys }: { keys: (AppKeyView & { about?: string | null })[] }) {
  if (keys.length === 0) return null
  return (
    <ul className="mt-5 grid gap-3">
      {keys.map((key) => (
        <li
          key={key.id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3"
        >
          <span className="min-w-0 wrap-anywhere">
            <strong>{key.name}</strong>
            <br />
            <span className="text-sm text-soft">
              {requestContextOf(key)}
              {(key.about ?? key.scopes.length > 0) && (
                <>
                  <br />
                  {key.about ?? key.scopes.join(', ')}
                </>
              )}
            </span>
          </span>
          <PostForm>
            <input type="hidden" name="session" value={key.id} />
            <SubmitButton intent="revoke" look="link">
              Revoke<span className="sr-only"> {key.name}</span>
            </SubmitButton>
          </PostForm>
        </li>
      ))}
    </ul>
  )
}
