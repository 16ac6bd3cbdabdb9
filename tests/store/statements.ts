import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { engine } from '#app/platform/database.server.ts'

/** Records the statements that are sent to the database while `run` runs. */
export async function statements(run: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const restore =
    engine() === 'sqlite'
      ? [
          watch(Sqlite.prototype, 'exec', seen),
          ...['all', 'run'].map((name) => watch(statementPrototype(), name, seen)),
        ]
      : [watch(pg.Client.prototype, 'query', seen)]
  try {
    await run()
  } finally {
    for (const undo of restore) undo()
  }
  return seen
}

/** The prototype of all prepared statements. */
function statementPrototype(): object {
  const memory = new Sqlite(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as object
  memory.close()
  return prototype
}

/** Records the text of the statements that pass a method of a driver. */
function watch(driver: object, name: string, seen: string[]): () => void {
  const methods = driver as Record<string, (...args: unknown[]) => unknown>
  const original = methods[name]!
  methods[name] = function (this: unknown, ...args) {
    const [first] = args
    const statement = first as { text?: string } | undefined
    const { source } = this as { source?: string }
    seen.push(source ?? (typeof first === 'string' ? first : statement!.text!))
    return Reflect.apply(original, this, args)
  }
  return () => void (methods[name] = original)
}
