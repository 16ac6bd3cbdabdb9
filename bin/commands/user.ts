import { type Command, Option } from 'commander'
import { needsNewPassword } from '../../app/accounts/service/administrators.server.ts'
import { createUser } from '../../app/accounts/service/create-user.server.ts'
import { listUsers, readerByEmail } from '../../app/accounts/service/find-reader.server.ts'
import { restoreAccount, suspendAccount } from '../../app/accounts/service/manage-account.server.ts'
import { type Role, setRole } from '../../app/accounts/service/set-role.server.ts'
import { turnOffTwoFactorByEmail } from '../../app/accounts/service/turn-off-two-factor.server.ts'
import { closeAccount } from '../../app/billing/service/close-account.server.ts'
import {
  commandInTransaction,
  recordCommand,
} from '../../app/admin/service/record-command.server.ts'
import { migrateFirst } from './migrate-first.ts'
import { askForPassword, givenPassword, passwordOptions, type PasswordOptions } from './password.ts'

const reader = ({ id }: { id: number }) => ({ subjectKind: 'reader', subjectId: id }) as const

const reasonOption = () => new Option('--reason <reason>', 'the reason, for the log').default('')

async function managed(email: string, action: 'reader.suspend' | 'reader.restore', detail: string) {
  const found = await readerByEmail(email)
  if ((found.suspendedAt !== null) === (action === 'reader.suspend')) {
    throw new Error(
      `${found.email} is ${found.suspendedAt === null ? 'not' : 'already'} suspended.`,
    )
  }
  const inTransaction = commandInTransaction(action, { ...reader(found), detail })
  return { actorId: null, userId: found.id, inTransaction }
}

const roleOption = (fallback: Role) =>
  new Option('--role <role>', 'the account’s role').choices(['reader', 'admin']).default(fallback)

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage readers and administrators')

  const create = user
    .command('create')
    .description('create an account with a confirmed address; asks for a password at a terminal')
    .argument('<email>', 'the reader’s email address')
    .requiredOption('--name <name>', 'the reader’s full name')
    .addOption(roleOption('reader'))
  for (const option of passwordOptions()) create.addOption(option)
  create.action(
    async (
      email: string,
      { name, role, ...options }: PasswordOptions & { name: string; role: Role },
    ) => {
      const password = (await givenPassword(options)) ?? (await askForPassword())
      await migrateFirst()
      const created = await createUser({ email, name, role, password })
      await recordCommand('reader.create', { ...reader(created), detail: role })
      console.log(`Created ${created.email} (${created.role}).`)
    },
  )

  const promote = user
    .command('promote')
    .description(
      'make an account an administrator, or a reader again; a new password signs the account out, ' +
        'and administrators need one in production',
    )
    .argument('<email>', 'the reader’s email address')
    .addOption(roleOption('admin'))
  for (const option of passwordOptions()) promote.addOption(option)
  promote.action(async (email: string, { role, ...options }: PasswordOptions & { role: Role }) => {
    const given = await givenPassword(options)
    const isAsked = given === undefined && needsNewPassword(role) && process.stdin.isTTY
    const password = isAsked ? await askForPassword() : given
    const changed = await setRole(email, role, password)
    const detail = password === undefined ? role : `${role}, with a new password`
    await recordCommand('reader.role', { ...reader(changed), detail })
    console.log(`${changed.email} is now ${role}.`)
  })

  user
    .command('suspend')
    .description('sign a reader out everywhere and refuse to sign them in; billing does not change')
    .argument('<email>', 'the reader’s email address')
    .addOption(reasonOption())
    .action(async (email: string, { reason }: { reason: string }) => {
      await suspendAccount(await managed(email, 'reader.suspend', reason))
      console.log(`${email} is suspended.`)
    })

  user
    .command('unsuspend')
    .description('end a suspension')
    .argument('<email>', 'the reader’s email address')
    .addOption(reasonOption())
    .action(async (email: string, { reason }: { reason: string }) => {
      await restoreAccount(await managed(email, 'reader.restore', reason))
      console.log(`${email} is no longer suspended.`)
    })

  user
    .command('list')
    .description('list all accounts')
    .action(async () => {
      for (const { email, role, name, emailVerified } of await listUsers()) {
        console.log([email, role, emailVerified ? 'confirmed' : 'unconfirmed', name].join('\t'))
      }
      await recordCommand('reader.list')
    })

  user
    .command('two-factor-off')
    .description('turn off two-factor sign-in for a reader who lost the app and the recovery codes')
    .argument('<email>', 'the reader’s email address')
    .action(async (email: string) => {
      const wasOn = await turnOffTwoFactorByEmail(email)
      if (wasOn) {
        await recordCommand('reader.two-factor-off', reader(await readerByEmail(email)))
      }
      console.log(`Two-factor sign-in for ${email} ${wasOn ? 'is now off' : 'was already off'}.`)
    })

  user
    .command('delete')
    .description('delete an account and all its data')
    .argument('<email>', 'the reader’s email address')
    .action(async (email: string) => {
      const found = await readerByEmail(email)
      await closeAccount(found.id, commandInTransaction('reader.delete', reader(found)))
      console.log(`Deleted ${email}.`)
    })
}
