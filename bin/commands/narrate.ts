import { join } from 'node:path'
import type { Command } from 'commander'
import { commandInTransaction } from '../../app/admin/service/record-command.server.ts'
import { bookSlugs } from '../../app/catalogue/service/audio/find-audio.server.ts'
import { setNarration } from '../../app/catalogue/service/audio/set-narration.server.ts'
import { requireBook } from '../../app/catalogue/service/require-book.server.ts'
import { env, foreignVariables } from '../../app/platform/env.server.ts'
import { runProgram } from '../../app/platform/processes/run-program.server.ts'
import { narrator } from '../../packages/authoring/narrate.ts'
import { migrateFirst } from './migrate-first.ts'

export const programNarrator = (command: string[], signal: AbortSignal) =>
  narrator({
    command,
    folder: join(env().audioDir, 'narration'),
    signal,
    run: (program, args, options) =>
      runProgram(program, args, { ...options, env: foreignVariables() }),
  })

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
      const voice = programNarrator(command, stopping.signal)
      let failed = 0
      for (const slug of slugs.length > 0 ? slugs : await bookSlugs()) {
        if (stopping.signal.aborted) break
        const book = await requireBook(slug)
        const about = { subjectKind: 'book' as const, subjectId: book.id }
        const written = commandInTransaction('book.audio', about)
        try {
          console.log(`${book.slug}: ${await setNarration(book, voice, replace, written)}`)
        } catch (error) {
          failed++
          console.error(`${book.slug}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (failed > 0) process.exitCode = 1
    })
}
