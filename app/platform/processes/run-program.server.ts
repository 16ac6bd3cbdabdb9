import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** A program that is asked to end has this long before it is killed. */
const GRACE_MS = 5000
/** What a program has printed is read this long after its end. */
const READ_MS = 500
/** Of what a program prints, the end says why it failed. */
const SHOWN_CHARACTERS = 1000

interface Options {
  /** Its environment; undefined: that of this process. */
  env?: Record<string, string | undefined>
  limitMs: number
  signal: AbortSignal
  /** What it reads from standard input; undefined: nothing. */
  input?: string
  /** Takes what it writes to standard output; undefined: nobody reads that. */
  onOutput?: (chunk: Buffer) => void
}

/**
 * Runs a program with low priority, without a shell, and waits for its end. At the limit or the
 * signal, it and the programs that it has started are ended; those that it leaves in the background
 * otherwise continue to run.
 * @throws Error that says why it failed, with the last lines of its standard error
 */
export async function runProgram(
  program: string,
  args: string[],
  { env, limitMs, signal, input, onOutput }: Options,
): Promise<void> {
  const limit = AbortSignal.timeout(limitMs)
  const stop = AbortSignal.any([signal, limit])
  stop.throwIfAborted()
  const child = startProgram(program, args, env, [
    input === undefined ? 'ignore' : 'pipe',
    onOutput ? 'pipe' : 'ignore',
    'pipe',
  ])
  let printed = ''
  // The program may end before it has read all of its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  if (onOutput) child.stdout?.on('data', onOutput)
  const stderr = child.stderr!
  stderr.on('data', (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-SHOWN_CHARACTERS)
  })
  const failure = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // A program in the background may hold the output open for as long as it likes.
    child.once('exit', () => setTimeout(() => stderr.destroy(), READ_MS).unref())
    child.once('close', (code, ending) => {
      if (code === 0) resolve(null)
      else if (limit.aborted) resolve(`took longer than ${Math.round(limitMs / 60_000)} minutes`)
      else resolve(ending ? `was ended by ${ending}` : `exited with ${code}`)
    })
  })
  let killing: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    killGroup(child.pid, 'SIGTERM')
    killing = setTimeout(() => killGroup(child.pid, 'SIGKILL'), GRACE_MS)
  }
  stop.addEventListener('abort', end)
  const endNow = () => killGroup(child.pid, 'SIGTERM')
  process.once('exit', endNow)
  try {
    lowerPriority(child.pid)
    const reason = await failure
    if (reason === null) return
    if (stop.aborted) killGroup(child.pid, 'SIGKILL')
    throw new Error([`${program} ${reason}`, printed.trim()].join('\n').trim())
  } finally {
    stop.removeEventListener('abort', end)
    process.off('exit', endNow)
    clearTimeout(killing)
  }
}

/** Its copies of a backup hold personal data, so only its owner may read the files it makes. */
function startProgram(
  program: string,
  args: string[],
  env: Options['env'],
  stdio: ('ignore' | 'pipe')[],
) {
  const mask = process.umask(0o077)
  try {
    return spawn(program, args, { detached: true, env, stdio })
  } finally {
    process.umask(mask)
  }
}

/** Ends a program and those that it has started; it may have ended already. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
