import { PODCAST_SELECTIONS } from '../../accounts/rules/podcast-feed-keys.ts'
import { type AppKeyView, KeyList } from './apps-sections.tsx'
import { type KeyForms, NewKey } from './new-app-key.tsx'
import { SettingsSection } from './settings-sections.tsx'
import { TextLink } from '../ui/controls.tsx'

/** The podcasts of a reader. Without full access, only those that they have already. */
export function PodcastSection({
  keys,
  forms,
  hasFullAccess,
}: {
  keys: AppKeyView[]
  forms: KeyForms
  hasFullAccess: boolean
}) {
  const shared = keys.filter(({ hasManyNetworks }) => hasManyNetworks)
  return (
    <SettingsSection id="podcast" title="Private podcast">
      <p className="text-soft">
        Listen in your own podcast app, such as Apple Podcasts, Overcast, Pocket Casts, or
        AntennaPod. New summaries appear automatically.
      </p>
      {shared.map(({ id, name }) => (
        <div key={id} className="callout mt-4">
          <p>
            “{name}” was used from many different networks. That can happen when you travel. If you
            gave the address to someone else, please revoke it and create a new one: each address is
            for one reader.
          </p>
        </div>
      ))}
      <KeyList
        keys={keys.map((key) => ({
          ...key,
          about: key.selection && PODCAST_SELECTIONS[key.selection],
        }))}
      />
      {hasFullAccess ? (
        <NewKey summary="New podcast" intent="create-podcast" forms={forms} />
      ) : (
        <p className="mt-4">
          {keys.length > 0
            ? 'Your podcast is paused until you subscribe again. '
            : 'Every subscription includes private podcasts. '}
          <TextLink href="/subscribe">See the plans</TextLink>
        </p>
      )}
    </SettingsSection>
  )
}
