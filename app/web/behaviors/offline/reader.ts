import { aboutReader, CHANNEL, removeEverything, writeStore } from './database.ts'
import { type OfflineSettings, APPEARANCE_HEADER, NOBODY, READER_HEADER } from '../../../reading/rules/offline.ts'

const channel = new BroadcastChannel(CHANNEL)

/** Lets open pages show what is on the device now. */
export const tellPages = () => channel.postMessage('changed')

/** Removes all that the device has of its reader: signed out, gone, or somebody else. */
export async function forget(): Promise<void> {
  await removeEverything()
  tellPages()
}

/** Changes what is known of the reader, if there is one. */
export async function changeAbout(change: (about: OfflineSettings) => Partial<OfflineSettings>): Promise<OfflineSettings | null> {
  return writeStore('about', async (store) => {
    const about = await store.get('reader')
    if (!about) return null
    const changed = { ...about, ...change(about) }
    await store.put(changed, 'reader')
    return changed
  })
}

/**
 * Looks whose page has come. Of whoever was here before, nothing stays. What does not say whose it
 * is does not come from the product, and is not believed.
 * @returns whether it is a reader's
 */
export async function noteReader({ headers }: Response): Promise<boolean> {
  const reader = headers.get(READER_HEADER)
  if (reader === null) return false
  const about = await aboutReader()
  if (about && about.reader !== reader) await forget()
  if (reader === NOBODY) return false
  const look = headers.get(APPEARANCE_HEADER) ?? ''
  const known = about?.reader === reader ? about : null
  if (known?.look !== look) {
    const fresh = { keeps: false, leftOut: [], heardAt: 0, until: 0 }
    const next = { ...fresh, ...known, reader, look }
    await writeStore('about', (store) => store.put(next, 'reader'))
  }
  return true
}
