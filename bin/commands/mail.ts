import type { Command } from 'commander'
import { z } from 'zod'
import { recordCommand } from '../../app/admin/service/record-command.server.ts'
import { retryFailedEmails, unsentEmails } from '../../app/platform/email/outbox.server.ts'

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('manage unsent email')

  mail
    .command('list')
    .description('list queued and failed email, with the mail server’s response')
    .action(async () => {
      for (const { id, recipient, tries, nextTryAt, failedAt, lastError } of await unsentEmails()) {
        const state = failedAt
          ? `failed ${failedAt.toISOString()}`
          : `next try ${nextTryAt.toISOString()}`
        const tried = `${tries} ${tries === 1 ? 'try' : 'tries'}`
        console.log([id, recipient, state, tried, lastError ?? ''].join('\t'))
      }
      await recordCommand('email.list')
    })

  mail
    .command('retry')
    .description('send failed email again')
    .argument('[id]', 'the number shown by list (default: all)')
    .action(async (id: string | undefined) => {
      const one = id === undefined ? null : z.coerce.number().int().positive().parse(id)
      const count = await retryFailedEmails(one, new Date())
      if (count === 0) throw new Error('No failed email found.')
      await recordCommand('email.retry', { detail: String(count) })
      console.log(`Queued ${count} failed ${count === 1 ? 'email' : 'emails'} to be sent again.`)
    })
}
