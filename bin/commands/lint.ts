import type { Command } from 'commander'
import { countWords } from '../../app/catalogue/rules/lint/text-lines.ts'
import { COLLECTIONS } from '../../app/catalogue/service/import-folder.server.ts'
import { lintBookFile, lintCollectionFile } from '../../app/catalogue/service/lint-file.server.ts'
import { checkCatalogue } from '../../packages/authoring/check-catalogue.ts'

/** Checks all books and collections of a folder; see checkCatalogue(). */
export const lintFolder = (folder: string, editions: string | null) =>
  checkCatalogue(folder, editions, {
    checkBook: lintBookFile,
    checkCollection: lintCollectionFile,
    collectionsFolder: COLLECTIONS,
    countWords,
  })

export function addLintCommand(program: Command): void {
  program
    .command('lint')
    .description('check books and collections by the rules of docs/catalogue.md')
    .argument('<folder>', '.md files, one per book (see content/)')
    .option('--editions <folder>', 'find the quotations in texts: a folder of .txt files per book')
    .action(async (folder: string, { editions }: { editions?: string }) => {
      const { files, compared, findings, withoutQuestions } = await lintFolder(
        folder,
        editions ?? null,
      )
      for (const { file, line, rule, message } of findings) {
        console.log(`${file}:${line}: ${rule}: ${message}`)
      }
      console.log(
        `${files} files, ${compared} compared with their editions: ${findings.length} findings.`,
      )
      if (withoutQuestions > 0) console.log(`${withoutQuestions} books have no questions yet.`)
      if (findings.length > 0) process.exitCode = 1
    })
}
