import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IdempotentCall } from './core.ts'
import type { Store } from './store.ts'
import type { Timeline } from './timeline.ts'

/** Changes within this time are written together. */
const WRITE_AFTER_MS = 500

interface SavedState {
  world: ReturnType<Timeline['toJSON']>
  store: ReturnType<Store['toJSON']>
  keyed: [string, IdempotentCall][]
}

/** Reads the saved account; null if there is none. */
export async function readState(path: string): Promise<SavedState | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SavedState
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

export class StateFile {
  private readonly path: string
  private readonly state: () => object
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param state returns the JSON to write */
  constructor(path: string, state: () => object) {
    this.path = path
    this.state = state
  }

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
