import type { Command } from 'commander'
import { rotateSecrets } from '../../app/accounts/service/rotate-secrets.server.ts'
import { runDoctor } from '../../app/admin/service/run-doctor.server.ts'
import { recordCommand } from '../../app/admin/service/record-command.server.ts'

/** Adds the commands about the state of the installation and its secrets. */
export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check configuration, schema, secrets, clocks, disks, email, and Stripe; changes nothing and fails if something is wrong',
    )
    .action(async () => {
      for await (const { level, about, message } of runDoctor()) {
        console.log([level, about, message].join('\t'))
        if (level === 'error') process.exitCode = 1
      }
    })

  program
    .command('secrets')
    .description('manage AUTH_SECRETS')
    .command('rotate')
    .description('encrypt everything that is stored with the first of AUTH_SECRETS')
    .action(async () => {
      const { secrets, lost } = await rotateSecrets()
      const count = secrets.slice(1).reduce((sum, { apps }) => sum + apps, 0)
      await recordCommand('installation.rotate-secrets', { detail: String(count) })
      console.log(`Encrypted ${count} secrets of authenticator apps with the first secret.`)
      const others = secrets.slice(1).map(({ id }) => id)
      if (others.length > 0) console.log(`Not needed to decrypt anything: ${others.join(', ')}.`)
      if (lost > 0) {
        throw new Error(
          `No secret decrypts ${lost} others. Add the former secret to RETIRED_SECRETS and try again.`,
        )
      }
    })
}
