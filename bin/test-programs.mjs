/** Finds the programs that the tests need besides Node, or installs them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { environment, giveUp, node, say } from './setup.mjs'

/** Headless Chromium uses a third less of the processor. */
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function findBrowser() {
  return [...KNOWN_PLACES, chromium.executablePath()].find((path) => path && existsSync(path))
}

function succeeds(command, args) {
  const result = spawnSync(command, args, { stdio: 'ignore', env: environment() })
  return result.status === 0
}

function installPackage(what, ...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`installing ${what} (once) …`)
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  names.some((name) => spawnSync('apt-get', ['install', '-y', '-qq', name], options).status === 0)
}

/**
 * The path of a Chromium: CHROMIUM_PATH, Debian's headless shell, another installed one, or
 * Playwright's download. Exits with a message if there is none.
 */
export function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    return existsSync(CHROMIUM_PATH)
      ? CHROMIUM_PATH
      : giveUp(`CHROMIUM_PATH: ${CHROMIUM_PATH} not found`)
  }
  if (!existsSync(SHELL))
    installPackage('Chromium for the browser tests', 'chromium-headless-shell', 'chromium')
  if (existsSync(SHELL)) return SHELL
  if (!findBrowser()) succeeds(node(), ['node_modules/.bin/playwright', 'install', 'chromium'])
  return (
    findBrowser() ??
    giveUp(
      'Chromium is missing and could not be installed. Install it (as root: apt-get install chromium) or set CHROMIUM_PATH, and run this again.',
    )
  )
}

function ensureProgram(command, args, what, name) {
  const works = () => succeeds(command, args)
  if (works()) return
  installPackage(what, name)
  if (works()) return
  giveUp(
    `${what} is missing and could not be installed. Install it (as root: apt-get install ${name}) and run this again.`,
  )
}

export const ensureJava = () =>
  ensureProgram('java', ['-version'], 'Java for the HTML checker', 'default-jre-headless')

export const ensureVoice = () =>
  ensureProgram('espeak-ng', ['--version'], 'espeak-ng for the tests of narration', 'espeak-ng')
