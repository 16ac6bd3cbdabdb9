/**
 * A separate process that reads what others have made: uploads and imports. Files can be made to keep a
 * parser busy for ever or to exhaust the memory; the system ends this process then.
 */
import { DomainError } from '../../platform/errors.ts'
import { ImageError } from '../../platform/images.server.ts'
import { answerParent } from '../../platform/processes/answer-parent.server.ts'
import { checkFiles } from './check-files.server.ts'
import type { BeginningToCopy } from './media-file.server.ts'
import { coverImages } from './own-cover.server.ts'

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
    const { readRecording } = await import('./media-file.server.ts')
    return readRecording(path, captions)
  },

  async copyBeginning(beginning: BeginningToCopy) {
    const { copyBeginning } = await import('./media-file.server.ts')
    return copyBeginning(beginning)
  },
}

export type FileTasks = typeof tasks

answerParent(tasks)
