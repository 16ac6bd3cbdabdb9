/**
 * A separate process that reads what others have made: uploads and imports. Files can be made to keep a
 * parser busy for ever or to exhaust the memory; the system ends this process then.
 */
import { readFile } from 'node:fs/promises'
import { DomainError } from '../../platform/errors.ts'
import { ImageError } from '../../platform/images.server.ts'
import { answerParent } from '../../platform/processes/answer-parent.server.ts'
import type { AudioType } from '../rules/audio/formats.ts'
import { parseWebVtt } from '../rules/audio/webvtt.ts'
import { checkFiles } from './check-files.server.ts'
import { coverImages } from './own-cover.server.ts'

/** Larger captions are not captions of 15 minutes. */
const MAX_CAPTIONS_BYTES = 1024 * 1024

const tasks = {
  checkFiles,

  async readCover(bytes: Uint8Array) {
    try {
      return await coverImages(bytes)
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      throw new DomainError('invalid-input', error.message, { cover: [error.message] })
    }
  },

  async readRecording({ path, captions }: { path: string; captions: string | null }) {
    const { readMedia } = await import('./media-file.server.ts')
    return {
      media: await readMedia(path),
      cues: captions === null ? null : await readCues(captions),
    }
  },

  async copyBeginning(copy: { path: string; target: string; type: AudioType; endMs: number }) {
    const { copyBeginning } = await import('./media-file.server.ts')
    return copyBeginning(copy.path, copy.target, copy.type, copy.endMs)
  },
}

/** What the process can be asked. */
export type FileTasks = typeof tasks

async function readCues(path: string) {
  const bytes = await readFile(path)
  const cues = bytes.length > MAX_CAPTIONS_BYTES ? null : parseWebVtt(bytes.toString())
  if (cues && cues.length > 0) return cues
  const message = 'Please choose captions in WebVTT (.vtt) of no more than 1 MB.'
  throw new DomainError('invalid-input', message, { captions: [message] })
}

answerParent(tasks)
