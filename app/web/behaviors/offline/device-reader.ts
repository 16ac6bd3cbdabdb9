import {
  aboutReader,
  changeRow,
  DEVICE_CHANNEL,
  inTransaction,
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

/** Removes what is another reader's. What this one changed and could not send stays. */
async function removeOthers(reader: string, owner = reader): Promise<void> {
  if (owner !== reader) await removeCopiesAndReader()
  for (const one of await readRows('waiting')) {
    if ((one.reader ?? owner) === reader) continue
    await inTransaction('waiting', 'readwrite', (store) => store.delete(one.key))
  }
}

/**
 * Notes whose page a response is, and removes what is about another reader. A response without the
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
  if (about?.reader !== reader) await removeOthers(reader, about?.reader)
  const look = headers.get(APPEARANCE_HEADER) ?? ''
  const known = about?.reader === reader ? about : null
  if (known?.look !== look) {
    const fresh = { keeps: false, leftOut: [], heardAt: 0, until: 0 }
    await putRow('about', { ...fresh, ...known, reader, look })
  }
  return true
}
