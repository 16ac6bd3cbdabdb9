import type { Command } from 'commander'
import { commandInTransaction } from '../../app/admin/service/record-command.server.ts'
import { narrate } from '../../app/catalogue/service/audio/narrate.server.ts'
import { requireBook } from '../../app/catalogue/service/require-book.server.ts'
import { bookSlugs } from '../../app/catalogue/service/audio/find-audio.server.ts'
import { env } from '../../app/platform/env.server.ts'
import { migrateFirst } from './migrate-first.ts'

/** Adds the command that reads summaries aloud. */
export function addNarrateCommand(program: Command): void {
  program
    .command('narrate')
    .description('have NARRATION_COMMAND read summaries aloud; only what has changed is read again')
    .argument('[slugs...]', 'the books (default: all without a recording)')
    .option('--replace', 'also replace recordings that were uploaded or imported')
    .action(async (slugs: string[], { replace = false }: { replace?: boolean }) => {
      const command = env().narration
      if (!command) throw new Error('Set NARRATION_COMMAND to a program that reads texts aloud.')
      await migrateFirst()
      const stopping = new AbortController()
      process.once('SIGINT', () => stopping.abort())
      let failed = 0
      for (const slug of slugs.length > 0 ? slugs : await bookSlugs()) {
        if (stopping.signal.aborted) break
        const book = await requireBook(slug)
        const about = { subjectKind: 'book' as const, subjectId: book.id }
        const written = commandInTransaction('book.audio', about)
        try {
          console.log(
            `${book.slug}: ${await narrate(book, command, replace, stopping.signal, written)}`,
          )
        } catch (error) {
          failed++
          console.error(`${book.slug}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (failed > 0) process.exitCode = 1
    })
}
