import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { env } from '../../../platform/env.server.ts'
import { audioFileName, type AudioType } from '../../rules/audio/formats.ts'
import { type AudioFile, forUnused } from '../../store/audio.server.ts'

export const audioFilePath = (hash: string, type: string) =>
  join(env().audioDir, audioFileName(hash, type))

/**
 * Passes the path of a new file in AUDIO_DIR, which does not exist yet and is removed afterward,
 * if it is still there.
 */
export async function withNewFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  await mkdir(env().audioDir, { recursive: true, mode: 0o700 })
  const path = join(env().audioDir, `new-${randomUUID()}`)
  try {
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** A hash of a file's content, as 32 hexadecimal digits. */
export async function fileHash(path: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return (sum.read() as Buffer).toString('hex').slice(0, 32)
}

/** The name and size that a file will have in AUDIO_DIR. */
export async function describeFile(path: string): Promise<{ hash: string; byteSize: number }> {
  const { size } = await stat(path)
  return { hash: await fileHash(path), byteSize: size }
}

/**
 * Names a file after its content, so that a name never gets another content. Call it in the transaction
 * of writeAudio(), so that dropUnused() cannot delete it before the book has it.
 */
export const placeFile = (path: string, hash: string, type: AudioType) =>
  rename(path, audioFilePath(hash, type))

/** Deletes those files that no book uses. Those who are listening to one still hear the part they load now. */
export const dropUnused = (files: AudioFile[]): Promise<void> =>
  forUnused(files, ({ hash, mimeType }) => rm(audioFilePath(hash, mimeType), { force: true }))
