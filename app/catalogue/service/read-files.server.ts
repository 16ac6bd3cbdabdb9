import { join } from 'node:path'
import { DomainError } from '../../platform/errors.ts'
import {
  askProcess,
  type ProcessLimits,
  ProcessLimitError,
} from '../../platform/processes/ask-process.server.ts'
import type { CheckedFiles, CheckedPart, FilesToCheck } from './check-files.server.ts'
import type { BeginningToCopy } from './media-file.server.ts'
import type { FileTasks } from './read-files-process.server.ts'

/** The program beside this file, or its bundle, which is in the folder above those of its parts. */
const PROGRAM = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'read-files-process.server.ts')
  : join(import.meta.dirname.replace(/\/assets$/, ''), 'read-files.js')

/** Several times what the largest cover or book takes; its refusal comes within 5 seconds. */
const LIMITS: ProcessLimits = { cpuSeconds: 3, heapMb: 256 }
/** Less, because audio is read by two processes, one after the other. */
const AUDIO_LIMITS: ProcessLimits = { ...LIMITS, cpuSeconds: 2 }

/** An upload may have thousands of books, each of which takes some milliseconds. */
const limitsFor = (files: number, bytes: number): ProcessLimits => ({
  cpuSeconds: LIMITS.cpuSeconds + Math.ceil(files / 50) + Math.ceil(bytes / 2 ** 22),
  heapMb: LIMITS.heapMb + Math.ceil(bytes / 2 ** 17),
})

function ask<Name extends keyof FileTasks>(
  task: Name,
  input: Parameters<FileTasks[Name]>[0],
  limits = LIMITS,
  onPart?: (part: never) => void,
): ReturnType<FileTasks[Name]> {
  const answer = askProcess(PROGRAM, { task, input }, limits, onPart as (part: unknown) => void)
  return answer as ReturnType<FileTasks[Name]>
}

const TOO_COSTLY =
  'This file takes too much time or memory to read. Please choose another file, or try again later.'

function refusing(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProcessLimitError)) throw error
    throw new DomainError('invalid-input', TOO_COSTLY, { [field]: [TOO_COSTLY] })
  }
}

/**
 * Resizes a cover to all stored widths.
 * @throws DomainError invalid-input
 */
export const readCover = (bytes: Uint8Array) => ask('readCover', bytes).catch(refusing('cover'))

export const readRecording = (path: string, captions: string | null, limits = AUDIO_LIMITS) =>
  ask('readRecording', { path, captions }, limits).catch(refusing('audio'))

export const copyBeginning = (beginning: BeginningToCopy) =>
  ask('copyBeginning', beginning, AUDIO_LIMITS).catch(refusing('audio'))

/**
 * Checks the files of an upload like checkFiles(), in another process.
 * @param onPart takes how many files are checked, and the books that are new or have changed
 * @returns null: they take too much time or memory
 */
export function checkFilesElsewhere(
  input: FilesToCheck,
  onPart: (part: CheckedPart) => void,
  limits?: ProcessLimits,
): Promise<CheckedFiles | null> {
  const bytes = input.files.reduce((sum, { size }) => sum + size, 0)
  return ask('checkFiles', input, limits ?? limitsFor(input.files.length, bytes), onPart).catch(
    (error: unknown) => {
      if (error instanceof ProcessLimitError) return null
      throw error
    },
  )
}
