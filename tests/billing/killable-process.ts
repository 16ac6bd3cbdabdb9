import Sqlite from 'better-sqlite3'
import type { UserRow } from '#app/accounts/store/users.server.ts'

/**
 * Simulates a process that is killed before or after a request to Stripe or a use of the store: every
 * further step fails until it is restarted. Between two changes of what outlives a process, the
 * moment makes no difference: all of it is one step.
 */
export class Killed extends Error {}

const state = { steps: 0, killAt: Number.POSITIVE_INFINITY, isDead: false, at: '', lasting: '' }

let requests = 0
let observer: Sqlite.Database | undefined

/** Changes with each committed write to the database and with each request that may change Stripe. */
function lasting(): string {
  observer ??= new Sqlite(process.env['DATABASE_URL']!.slice('file:'.length), { readonly: true })
  return `${String(observer.pragma('data_version', { simple: true }))} ${requests}`
}

function step(name: string) {
  if (state.isDead) throw new Killed()
  const now = lasting()
  if (now === state.lasting) return
  state.lasting = now
  state.steps += 1
  if (state.steps !== state.killAt) return
  state.isDead = true
  state.at = name
  throw new Killed()
}

export const killable = <T extends (...args: never[]) => Promise<unknown>>(
  name: string,
  run: T,
): T =>
  (async (...args: never[]) => {
    step(`before ${name}`)
    const result = await run(...args).finally(() => {
      if (/^stripe\.(?!.*\.(?:list|retrieve)$)/.test(name)) requests += 1
    })
    step(`after ${name}`)
    return result
  }) as unknown as T

/** A module whose functions are steps at which the process can be killed. */
export const killableModule = (actual: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [
      name,
      // Classes stay unchanged.
      typeof value === 'function' && !/^class\b/.test(String(value))
        ? killable(name, value as never)
        : value,
    ]),
  )

/** Stripe's client, whose requests are steps at which the process can be killed. */
export function killableStripe(thing: object, path = 'stripe'): object {
  return new Proxy(thing, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      const name = `${path}.${String(key)}`
      if (typeof value === 'function') {
        return path === 'stripe' ? value.bind(target) : killable(name, value.bind(target))
      }
      return typeof value === 'object' && value !== null && !String(key).startsWith('_')
        ? killableStripe(value, name)
        : value
    },
  })
}

/** Restarts the process. */
export function restart() {
  state.isDead = false
  state.killAt = Number.POSITIVE_INFINITY
}

/** Runs something and kills the process at its n-th step: whether it finished before. */
async function finishesBefore(step: number, run: () => Promise<unknown>): Promise<boolean> {
  state.steps = 0
  state.killAt = step
  state.lasting = ''
  try {
    await run()
    // What runs may leave a failure to the timer.
    return !state.isDead
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return false
  } finally {
    restart()
  }
}

/**
 * Runs something once per step, with a new reader, and kills the process at that step.
 * @returns the number of steps
 */
export async function atEachStep(
  prepare: () => Promise<UserRow>,
  run: (reader: UserRow) => Promise<unknown>,
  check: (reader: UserRow, hint: string) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const reader = await prepare()
    const isFinished = await finishesBefore(step, () => run(reader))
    await check(reader, `step ${step}: ${state.at}`)
    if (isFinished) return step - 1
  }
}
