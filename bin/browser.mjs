/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { environment, giveUp, node, say } from './setup.mjs'

/** Chromium without its windows: it leaves a third of the processor to the tests. */
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function findBrowser() {
  return [...KNOWN_PLACES, chromium.executablePath()].find((path) => path && existsSync(path))
}

function succeeds(command, args) {
  const result = spawnSync(command, args, { stdio: 'ignore', env: environment() })
  return result.status === 0
}

/** Installs one of these packages of Debian's, where that may be done. */
function installPackage(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say('installing Chromium for the browser tests (once) …')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  names.some((name) => spawnSync('apt-get', ['install', '-y', '-qq', name], options).status === 0)
}

/**
 * The path of a Chromium: the one that is named, else Debian's without windows, else another that is
 * there, else Playwright's download. Ends with a message when none can be had.
 */
export function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : giveUp(`CHROMIUM_PATH: no ${CHROMIUM_PATH}`)
  }
  if (!existsSync(SHELL)) installPackage('chromium-headless-shell', 'chromium')
  if (existsSync(SHELL)) return SHELL
  if (!findBrowser()) succeeds(node(), ['node_modules/.bin/playwright', 'install', 'chromium'])
  return (
    findBrowser() ??
    giveUp(
      'No Chromium found and none could be installed. Install one ("apt-get install chromium" as root) or set CHROMIUM_PATH, then run again.',
    )
  )
}
