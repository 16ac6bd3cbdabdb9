import { createHash } from 'node:crypto'
import { DomainError } from '../../../platform/errors.ts'
import { MAX_AUDIO_BYTES, AUDIO_TYPES } from '../../rules/audio/formats.ts'
import { audioOf } from '../../store/audio.server.ts'
import { cardBySlug } from '../../store/books.server.ts'
import type { BookProblem } from '../check-book.server.ts'
import type { FileOnDisk } from '../check-files.server.ts'
import {
  ImportError,
  importFiles,
  type ImportReport,
  type ImportProgress,
} from '../import-files.server.ts'
import { filesOf } from '../import-folder.server.ts'
import * as mediaFile from '../media-file.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { fileHash } from './audio-folder.server.ts'
import { setAudio } from './set-audio.server.ts'

interface Recording {
  slug: string
  path: string
  captions: string | null
  hash: string
}

const ENDING = new RegExp(`\\.(?:${Object.values(AUDIO_TYPES).join('|')})$`)

/**
 * Imports a folder like importFolder(), and the recordings in it.
 * @returns also how many recordings were written
 * @throws ImportError
 */
export async function importFolderWithAudio(
  folder: string,
  onProgress: ImportProgress,
): Promise<ImportReport & { audio: number }> {
  const files = await filesOf(folder)
  const recordings = await findRecordings(files)
  const report = await importFiles(files, folder, onProgress)
  const { written, warnings } = await importRecordings(recordings)
  return { ...report, warnings: [...report.warnings, ...warnings], audio: written }
}

/**
 * The recordings among the files of an import, named after the slugs of their books, with their captions
 * (`.vtt`).
 * @throws ImportError if one of them cannot be used
 */
async function findRecordings(files: FileOnDisk[]): Promise<Recording[]> {
  const recordings: Recording[] = []
  const problems: BookProblem[] = []
  for (const { name, path, size } of files.filter((file) => ENDING.test(file.name))) {
    const slug = name.replace(ENDING, '')
    const refuse = (where: string, message: string) =>
      problems.push({ file: where, line: 1, field: 'audio', message })
    const captions = files.find((file) => file.name === `${slug}.vtt`)
    if (recordings.some((one) => one.slug === slug)) refuse(path, `${slug} has two recordings`)
    else if (size > MAX_AUDIO_BYTES) {
      refuse(path, `the file is larger than ${MAX_AUDIO_BYTES / 2 ** 20} MiB`)
    } else {
      try {
        const { cues } = await mediaFile.readRecording(path, captions?.place ?? null)
        const hash = createHash('sha256').update(await fileHash(path))
        hash.update(JSON.stringify(cues))
        recordings.push({ slug, path, captions: captions?.place ?? null, hash: hash.digest('hex') })
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        refuse(error.fields?.['captions'] ? captions!.path : path, error.message)
      }
    }
  }
  if (problems.length > 0) throw new ImportError(problems)
  return recordings
}

/**
 * Gives books their recordings; those that have not changed, nor their texts, are skipped.
 * @returns how many were written, and what is missing
 */
async function importRecordings(
  recordings: Recording[],
): Promise<{ written: number; warnings: BookProblem[] }> {
  const warnings: BookProblem[] = []
  let written = 0
  for (const { slug, path, captions, hash } of recordings) {
    const warn = (message: string) =>
      warnings.push({ file: path, line: 1, field: 'audio', message })
    const book = await cardBySlug(slug)
    if (!book) {
      warn('there is no book with this name')
      continue
    }
    const before = await audioOf(book.id)
    const text = (await loadReadingTexts([book.id])).get(book.id)
    if (before?.sourceHash === hash && before.textHash === text?.hash) continue
    const facts = { captions, sourceHash: hash }
    const { free } = await setAudio(book.id, path, facts, mediaFile)
    if (!free) {
      warn(
        'where its free part ends is not known, so only readers with full access hear it; add captions (.vtt)',
      )
    }
    written++
  }
  return { written, warnings }
}
