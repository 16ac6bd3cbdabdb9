import {
  NOT_ADDED,
  type NotAddedReason,
  PROVIDER_LABELS,
  type ProviderName,
} from '../../../accounts/rules/social-sign-in.ts'
import { saveFlashMessage } from '../../../accounts/service/flash-message.server.ts'
import type { CallContext, Redirect } from '../../endpoint.server.ts'

/** Redirects to the settings, which say that a provider was added, or why not. */
export async function backToSettings(
  { signedIn }: CallContext,
  provider: ProviderName,
  notAdded: NotAddedReason | null,
): Promise<Redirect> {
  if (signedIn) {
    const text = notAdded
      ? NOT_ADDED[notAdded](PROVIDER_LABELS[provider])
      : 'The new way to sign in was added.'
    await saveFlashMessage(signedIn.session.id, text, { isProblem: notAdded !== null })
  }
  return { location: '/settings' }
}
