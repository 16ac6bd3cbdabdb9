import { build, buildButton } from '../build-element.ts'

/** What browsers hand out that can install a site as an app; not in any standard library yet. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

window.addEventListener('beforeinstallprompt', (event) => {
  offered = event as InstallEvent
  for (const listener of listeners) listener()
})
window.addEventListener('appinstalled', () => {
  offered = null
  document.querySelector('[data-install]')?.remove()
})

/** On iPhones the way is by hand; false there: in the browser, not as an app. */
const isInSafari = () => (navigator as { standalone?: boolean }).standalone === false

/** A way to install Readr where the browser has one: a line in a panel, nothing in the way. */
export function installOffer() {
  return {
    onChange: (listener: () => void) => void listeners.add(listener),
    shown(): Node[] {
      if (document.querySelector('[data-install]')?.isConnected && !offered) return []
      if (offered) {
        const event = offered
        const install = buildButton('text-link', 'Install Readr as an app', () => {
          // Rejected when it was asked before.
          event.prompt().catch(() => undefined)
        })
        install.dataset['install'] = ''
        return [install]
      }
      return isInSafari()
        ? [
            build(
              'p',
              { class: 'keeping-note', 'data-install': '' },
              'To install Readr: Share, then Add to Home Screen.',
            ),
          ]
        : []
    },
  }
}
