import { z } from 'zod'
import { countSecretUse } from '../../accounts/service/rotate-secrets.server.ts'
import { checkStripe, checkWebhook } from '../../billing/service/check-stripe.server.ts'
import { checkRuntime } from '../../platform/check-runtime.server.ts'
import { disks, MIN_FREE_DISK_BYTES } from '../../platform/disk.server.ts'
import { checkMailServer } from '../../platform/email/check-mail-server.server.ts'
import { unsentEmails } from '../../platform/email/outbox.server.ts'
import { env, misspelledVariables } from '../../platform/env.server.ts'
import { explainFailure } from '../../platform/explain-failure.server.ts'
import { runningProcesses } from '../../platform/jobs/lease.server.ts'
import { clockSkew } from '../../platform/processes/process-clock.server.ts'
import { appliedMigrations, shippedMigrations } from '../../platform/migrate-database.server.ts'
import { version } from '../../platform/version.server.ts'
import {
  clockFinding,
  diskFinding,
  type DoctorFinding,
  schemaFinding,
  secretFindings,
} from '../rules/doctor-findings.ts'

const finding = (level: DoctorFinding['level'], about: string, message: string): DoctorFinding => ({
  level,
  about,
  message,
})

/** Checks the installation. Changes nothing and sends nothing. */
export async function* runDoctor(): AsyncGenerator<DoctorFinding> {
  yield* configuration()
  yield { about: 'runtime', ...(await checkRuntime(env().dataDir)) }
  const [schema] = await attempt('schema', async () => {
    const { databaseUrl } = env()
    const engine = databaseUrl.startsWith('file:') ? 'sqlite' : 'postgres'
    return [schemaFinding(shippedMigrations(engine), await appliedMigrations(databaseUrl))]
  })
  yield schema!
  // Without its tables, the database has nothing to examine.
  if (schema!.level !== 'error') {
    yield* await attempt('secrets', async () => secretFindings(await countSecretUse()))
    yield* await attempt('clocks', clocks)
  }
  yield* await attempt('disk', async () =>
    (await disks()).map((disk) => diskFinding(disk, MIN_FREE_DISK_BYTES)),
  )
  yield* await attempt('email', email, message)
  yield* await attempt('Stripe', payment, message)
  if (env().stripe !== null) yield* await attempt('Stripe webhook', webhook, message)
}

/** The findings of a check; an error if it fails. */
async function attempt(
  about: string,
  check: () => Promise<DoctorFinding[]>,
  explain: (error: unknown) => string = explainFailure,
): Promise<DoctorFinding[]> {
  try {
    return await check()
  } catch (error) {
    return [finding('error', about, explain(error))]
  }
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

function configuration(): DoctorFinding[] {
  const mode = env().isDemo ? 'the demo' : 'production'
  return [
    finding('ok', 'configuration', `Readr ${version}, ${mode}`),
    ...misspelledVariables().map(({ name, meant }) =>
      finding('warning', 'configuration', `${name} is not a variable. Did you mean ${meant}?`),
    ),
  ]
}

const processState = z.object({ skewMs: z.number(), version: z.string() })

async function clocks(): Promise<DoctorFinding[]> {
  const processes = (await runningProcesses()).flatMap(({ name, state }) => {
    const known = processState.safeParse(JSON.parse(state))
    return known.success ? [{ name, ...known.data }] : []
  })
  const others = [...new Set(processes.map((one) => one.version))].filter((one) => one !== version)
  return [
    clockFinding('clock of this machine', await clockSkew()),
    ...processes.map(({ name, skewMs }) => clockFinding(`clock of process ${name}`, skewMs)),
    ...others.map((other) =>
      finding('warning', 'version', `a process runs ${other}, and this command is ${version}`),
    ),
  ]
}

async function email(): Promise<DoctorFinding[]> {
  const { smtpUrl } = env()
  if (smtpUrl === undefined) return [finding('ok', 'email', 'emulated by the demo')]
  await checkMailServer(smtpUrl)
  const failed = (await unsentEmails()).filter(({ failedAt }) => failedAt !== null).length
  const server = finding('ok', 'email', 'the mail server accepts the connection and the login')
  if (failed === 0) return [server]
  return [server, finding('warning', 'email', `${failed} emails have failed: readr mail list`)]
}

async function payment(): Promise<DoctorFinding[]> {
  if (env().stripe === null) return [finding('ok', 'Stripe', 'emulated by the demo')]
  const { isLive, failedEvents } = await checkStripe()
  const keys = finding('ok', 'Stripe', `has the plans; ${isLive ? 'live' : 'test'} keys`)
  if (failedEvents === 0) return [keys]
  return [keys, finding('warning', 'Stripe', `${failedEvents} events could not be processed yet`)]
}

async function webhook(): Promise<DoctorFinding[]> {
  const problem = await checkWebhook()
  return [
    problem === null
      ? finding('ok', 'Stripe webhook', 'Stripe sends all events that Readr needs')
      : finding('warning', 'Stripe webhook', problem),
  ]
}
