import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DomainError } from '../../platform/errors.ts'
import {
  askProcess,
  type ProcessLimits,
  ProcessLimitError,
} from '../../platform/processes/ask-process.server.ts'
import type { CheckedFiles, CheckedPart, FilesToCheck } from './check-files.server.ts'
import type { FileTasks } from './read-files-process.server.ts'

/** The program beside this file, or its bundle, which is in the folder above those of its parts. */
const PROGRAM = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'read-files-process.server.ts')
  : join(import.meta.dirname.replace(/\/assets$/, ''), 'read-files.js')

/** Enough for the largest file that a form takes; its answer comes within 5 seconds. */
const FORM_LIMITS: ProcessLimits = { cpuSeconds: 4, heapMb: 256 }
const MIB = 2 ** 20

/** Operators may import larger files, and many. */
function limitsFor(bytes: number): ProcessLimits {
  const mib = Math.ceil(bytes / MIB)
  return {
    cpuSeconds: FORM_LIMITS.cpuSeconds + Math.ceil(mib / 4),
    heapMb: FORM_LIMITS.heapMb + 8 * mib,
  }
}

function ask<Name extends keyof FileTasks>(
  task: Name,
  input: Parameters<FileTasks[Name]>[0],
  limits = FORM_LIMITS,
  onPart?: (part: never) => void,
): ReturnType<FileTasks[Name]> {
  const answer = askProcess(PROGRAM, { task, input }, limits, onPart as (part: unknown) => void)
  return answer as ReturnType<FileTasks[Name]>
}

const TOO_COSTLY = 'This file takes too much time or memory to read. Please choose another file.'

/** Turns the end of the process into a problem of a field. */
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

/**
 * Reads what a file of audio contains, and its captions.
 * @param captions the path of a WebVTT file; null: none
 * @throws DomainError invalid-input if it is not one audio track in a format that browsers play, or these
 * are not captions
 */
export async function readRecording(path: string, captions: string | null, limits?: ProcessLimits) {
  const { size } = await stat(path)
  return ask('readRecording', { path, captions }, limits ?? limitsFor(size)).catch(
    refusing('audio'),
  )
}

/**
 * Writes the beginning of a file of audio to another file.
 * @returns how long it is, in milliseconds
 * @throws DomainError invalid-input
 */
export async function copyBeginning(copy: Parameters<FileTasks['copyBeginning']>[0]) {
  const { size } = await stat(copy.path)
  return ask('copyBeginning', copy, limitsFor(size)).catch(refusing('audio'))
}

/**
 * Checks the files of an import.
 * @param onPart takes how many files are checked, and the books that are new or have changed
 * @returns null: they take too much time or memory
 */
export function checkFilesElsewhere(
  input: FilesToCheck,
  onPart: (part: CheckedPart) => void,
  limits?: ProcessLimits,
): Promise<CheckedFiles | null> {
  const bytes = input.files.reduce((sum, { size }) => sum + size, 0)
  return ask('checkFiles', input, limits ?? limitsFor(bytes), onPart).catch((error: unknown) => {
    if (error instanceof ProcessLimitError) return null
    throw error
  })
}
