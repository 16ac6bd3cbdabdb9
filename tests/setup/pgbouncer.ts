import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Installs Debian's package, which needs root. */
function install(): void {
  if (existsSync(PROGRAM)) return
  if (process.getuid?.() !== 0) {
    throw new Error('This test needs PgBouncer: sudo apt-get install pgbouncer')
  }
  const options = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', 'pgbouncer'], options)
}

/** Starts a pooler in transaction mode with default settings: it rejects unknown startup parameters. */
export async function startPgBouncer(
  server: string,
  { connections }: { connections: number },
): Promise<{ url: string; stop(): Promise<void> }> {
  install()
  const { port: serverPort, username, password } = new URL(server)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'readr-pgbouncer-'))
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${connections}
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...asNobody, '-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let messages = ''
  child.stderr.on('data', (chunk: Buffer) => (messages += chunk))
  const gone = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${messages}`)
    await sleep(50)
  }
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
    socket.once('close', (hadError) => resolve(!hadError))
  })
}
