import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IdempotentCall, Keys } from './core.ts'
import type { Store } from './store.ts'
import type { Timeline } from './timeline.ts'

/** Changes are written together, this long after the first of them. */
const WRITE_AFTER_MS = 500

interface SavedState {
  keys: Keys
  world: ReturnType<Timeline['toJSON']>
  store: ReturnType<Store['toJSON']>
  clocks: [string, ReturnType<Timeline['toJSON']>][]
  keyed: [string, IdempotentCall][]
}

/** The account as it was when the process stopped; null: there is none yet. */
export async function readState(path: string): Promise<SavedState | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SavedState
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

/** Keeps an account in a file that is whole at any moment. */
export class StateFile {
  private readonly path: string
  private readonly state: () => object
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param state what is written, as JSON */
  constructor(path: string, state: () => object) {
    this.path = path
    this.state = state
  }

  /** Something has changed. */
  touch(): void {
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS).unref()
  }

  write(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(`${this.path}.new`, JSON.stringify(this.state()), { mode: 0o600 })
    renameSync(`${this.path}.new`, this.path)
  }
}
