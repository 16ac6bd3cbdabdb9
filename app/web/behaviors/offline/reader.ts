import { aboutReader, changeRow, CHANNEL, putRow, removeEverything } from './database.ts'
import { type About, LOOK_HEADER, NOBODY, READER_HEADER } from '../../../reading/rules/offline.ts'

const channel = new BroadcastChannel(CHANNEL)

/** Lets open pages show what is on the device now. */
export const tellPages = () => channel.postMessage('changed')

/** Removes all that the device has of its reader: signed out, gone, or somebody else. */
export async function forget(): Promise<void> {
  await removeEverything()
  tellPages()
}

/** Changes what is known of the reader, if there is one. */
export const changeAbout = (change: (about: About) => Partial<About>): Promise<About | null> =>
  changeRow('about', 'reader', change)

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
  const look = headers.get(LOOK_HEADER) ?? ''
  const known = about?.reader === reader ? about : null
  if (known?.look !== look) {
    const fresh = { keeps: false, leftOut: [], heardAt: 0, until: 0 }
    await putRow('about', { ...fresh, ...known, reader, look })
  }
  return true
}
