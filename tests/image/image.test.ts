import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { PRODUCTION } from '#tests/setup/product.ts'

/**
 * Builds the image with buildah, which needs no daemon, and runs it with its user and entry point
 * and a read-only root file system. IMAGE_BASE is the base image (docs/operations.md).
 */

const MAX_BYTES_ABOVE_BASE = 200_000_000

interface Image {
  Docker: {
    config: {
      User: string
      Entrypoint: string[]
      Cmd: string[]
      Env: string[]
      WorkingDir: string
      StopSignal: string
      Volumes: Record<string, object>
      Healthcheck: { Test: string[] }
    }
  }
}

let folder: string
let storage: string[]
let root: string
let bytesAboveBase: number
let image: Image['Docker']['config']

const buildah = (...args: string[]) =>
  execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  }).trim()

const bytesOf = (path: string) =>
  Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0])

function mounted(name: string): string {
  return buildah('mount', buildah('from', name))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-image-'))
  storage = process.env['IMAGE_STORAGE']?.split(' ') ?? []
  const base = process.env['IMAGE_BASE']!
  const tag = 'localhost/readr:tested'
  buildah('bud', '--format', 'docker', '--build-arg', `BASE=${base}`, '-t', tag, '.')
  image = (JSON.parse(buildah('inspect', '--type', 'image', tag)) as Image).Docker.config
  root = mounted(tag)
  bytesAboveBase = bytesOf(root) - bytesOf(mounted(base))
}, 900_000)

afterAll(() => {
  buildah('rm', '--all')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program of the image in a namespace; only /data and /tmp are writable. */
function runInside(args: string[], variables: Record<string, string>) {
  const script = `set -e
    mount --bind "$1" "$1"; mount -t tmpfs tmpfs "$1/tmp"; mount --bind /dev "$1/dev"
    mkdir -p "$2"; chown ${image.User} "$2"; mount --bind "$2" "$1/data"
    mount -o remount,ro,bind "$1"
    root=$1; shift 2
    exec chroot --userspec=${image.User} "$root" /usr/bin/env -i "$@"`
  const settings = [...image.Env, ...Object.entries(variables).map(([k, v]) => `${k}=${v}`)]
  const inside = ['sh', '-c', `cd ${image.WorkingDir} && exec "$@"`, 'sh', ...args]
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', script, 'sh', root, join(folder, 'data'), ...settings, ...inside],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const status = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, status, output: () => output }
}

describe('the image', () => {
  test('adds little to its base', () => {
    expect(bytesAboveBase).toBeLessThan(MAX_BYTES_ABOVE_BASE)
  })

  test('defines its user, health check, and stop signal', () => {
    expect(image).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['tini', '--', 'readr'],
      Cmd: ['serve'],
      StopSignal: 'SIGTERM',
      Volumes: { '/data': {} },
      Healthcheck: { Test: ['CMD', 'readr', 'health'] },
    })
  })

  test.each([
    ['as the demo', {}, /Demo: nothing here is real/],
    ['in production', { ...PRODUCTION, PROCESSES: '2' }, /<footer/],
  ])('starts %s, is healthy, and stops on SIGTERM', async (_name, variables, shown) => {
    const own = { ...variables, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const server = runInside([...image.Entrypoint, ...image.Cmd], own)
    const isHealthy = () => runInside(image.Healthcheck.Test.slice(1), own).status
    await expect.poll(isHealthy, { interval: 500, timeout: 60_000 }).toBe(0)
    const page = await fetch(`http://127.0.0.1:${own.PORT}/browse/books`)
    expect(await page.text()).toMatch(shown)
    const intruder = runInside(['sh', '-c', 'id -u; touch /srv/readr/x /x'], own)
    expect(await intruder.status).not.toBe(0)
    expect(intruder.output()).toMatch(/^10001\n.*Read-only file system/s)
    // The entry point forwards the signal.
    server.child.kill(image.StopSignal as NodeJS.Signals)
    expect(await server.status, server.output()).toBe(0)
    expect(server.output()).toContain('"stopping"')
  })
})
