import { createHmac } from 'node:crypto'
import { approximateNetwork } from '../../platform/client-network.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { storageSecrets } from '../../platform/secrets.server.ts'
import { addPodcastNetwork } from '../rules/podcast-feed-keys.ts'
import { podcastNetworksOf, replacePodcastNetworks } from '../store/app-keys.server.ts'
import type { SignedIn } from '../store/sessions.server.ts'
import { podcastNetworksEmail } from './account-emails.ts'

/** A network as one podcast stores it: nobody can tell which it is, or find it in another podcast. */
const hashOf = (sessionId: number, address: string) =>
  createHmac('sha256', `podcast-network:${storageSecrets()[0]}`)
    .update(`${sessionId} ${approximateNetwork(address)}`)
    .digest('base64url')
    .slice(0, 8)

/** Counts the network of a download. When they are many for the first time, the reader gets one email. */
export async function countPodcastNetwork(
  { session, user }: SignedIn,
  clientAddress: string,
  now = new Date(),
): Promise<void> {
  const { networks, name } = await podcastNetworksOf(session.id)
  const next = addPodcastNetwork(networks, hashOf(session.id, clientAddress), now)
  // Another download at the same time wins: this network is counted with its next one.
  if (!next || !(await replacePodcastNetworks(session.id, networks, next.stored))) return
  if (!next.isFirst) return
  await sendEmail(user.email, podcastNetworksEmail(user, name, absoluteUrl('/settings/apps')))
}
