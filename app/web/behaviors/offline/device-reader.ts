import {
  aboutReader,
  changeRow,
  DEVICE_CHANNEL,
  putRow,
  readRows,
  removeCopiesAndReader,
  removeEverything,
} from './database.ts'
import {
  type OfflineSettings,
  APPEARANCE_HEADER,
  NOBODY,
  READER_HEADER,
} from '../../../reading/rules/offline.ts'

const channel = new BroadcastChannel(DEVICE_CHANNEL)

/** Lets open pages show the change. */
export const notifyPages = () => channel.postMessage('changed')

/** Removes everything about the reader, after sign-out or when somebody else signs in. */
export async function forgetReader(): Promise<void> {
  await removeEverything()
  notifyPages()
}

/** Removes everything but what the reader changed and could not send: they may sign in again. */
export async function endSession(): Promise<void> {
  await removeCopiesAndReader()
  notifyPages()
}

export const changeAbout = (
  change: (about: OfflineSettings) => Partial<OfflineSettings>,
): Promise<OfflineSettings | null> => changeRow('about', 'reader', change)

const isAnothers = async (reader: string): Promise<boolean> =>
  (await aboutReader()) !== undefined ||
  (await readRows('waiting')).some((one) => (one.reader ?? reader) !== reader)

/**
 * Notes whose page a response is, and removes everything about another reader. A response without the
 * header does not come from Readr.
 * @returns whether it is a reader's page
 */
export async function rememberReader({ headers }: Response): Promise<boolean> {
  const reader = headers.get(READER_HEADER)
  if (reader === null) return false
  const about = await aboutReader()
  if (reader === NOBODY) {
    if (about) await endSession()
    return false
  }
  if (about?.reader !== reader && (await isAnothers(reader))) await forgetReader()
  const look = headers.get(APPEARANCE_HEADER) ?? ''
  const known = about?.reader === reader ? about : null
  if (known?.look !== look) {
    const fresh = { keeps: false, leftOut: [], heardAt: 0, until: 0 }
    await putRow('about', { ...fresh, ...known, reader, look })
  }
  return true
}
