import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asLongWork } from '../../../platform/database-work.server.ts'
import type { Change } from '../book-change.ts'
import * as readFiles from '../read-files.server.ts'
import { requireBook } from '../require-book.server.ts'
import { withNewFile } from './audio-folder.server.ts'
import { describeAudio } from './find-audio.server.ts'
import { removeAudio, setAudio } from './set-audio.server.ts'

export interface UploadedAudio {
  audio: File
  /** In WebVTT; null: none. */
  captions: File | null
  /** Where the free part ends, in milliseconds; null: as the captions say. */
  cutMs: number | null
}

/**
 * Gives a book a recording, in place of the one before.
 * @throws DomainError not-found, invalid-input with the field of each problem
 */
export async function uploadAudio(
  slug: string,
  { audio, captions, cutMs }: UploadedAudio,
  change: Change,
): Promise<void> {
  const { id } = await requireBook(slug)
  await asLongWork(() =>
    withNewFile((path) =>
      withNewFile(async (captionsPath) => {
        await write(audio, path)
        if (captions) await write(captions, captionsPath)
        const facts = { captions: captions && captionsPath, cutMs }
        await setAudio(id, path, facts, readFiles, change.inTransaction(id))
      }),
    ),
  )
}

const write = (file: File, path: string) =>
  pipeline(Readable.fromWeb(file.stream()), createWriteStream(path, { mode: 0o600 }))

/**
 * Removes the audio of a book, if it has one; the device's voice replaces it.
 * @throws DomainError not-found
 */
export async function dropAudio(slug: string, change: Change): Promise<void> {
  const { id } = await requireBook(slug)
  await removeAudio(id, change.inTransaction(id))
}

/**
 * A book and its audio, for its editors.
 * @throws DomainError not-found
 */
export async function audioToEdit(slug: string) {
  const { id, title, publishedAt, withdrawnAt } = await requireBook(slug)
  return { title, publishedAt, withdrawnAt, audio: await describeAudio(id) }
}
