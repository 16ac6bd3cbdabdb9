/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { environment, giveUp, node, say } from './setup.mjs'

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : giveUp(`CHROMIUM_PATH: no ${CHROMIUM_PATH}`)
  }
  return [...KNOWN_PLACES, chromium.executablePath()].find((path) => path && existsSync(path))
}

function succeeds(command, args) {
  const result = spawnSync(command, args, { stdio: 'ignore', env: environment() })
  return result.status === 0
}

/**
 * The path of a Chromium: one that is there, else Debian's package, else Playwright's download.
 * Ends with a message when none can be had.
 */
export function ensureBrowser() {
  const present = findBrowser()
  if (present) return present
  say('installing Chromium for the browser tests (once) …')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env })
  }
  if (!findBrowser()) succeeds(node(), ['node_modules/.bin/playwright', 'install', 'chromium'])
  return (
    findBrowser() ??
    giveUp(
      'No Chromium found and none could be installed. Install one ("apt-get install chromium" as root) or set CHROMIUM_PATH, then run again.',
    )
  )
}
