import { build, buildButton } from '../build-element.ts'

/** The event of browsers that can install a site as an app. TypeScript does not know it yet. */
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

/** On iPhones readers install by hand. `standalone` exists only there; false: not installed. */
const isInSafari = () => (navigator as { standalone?: boolean }).standalone === false

/** The line of the panel that offers to install Readr, where the browser can. */
export function offerInstall() {
  return {
    onChange: (listener: () => void) => void listeners.add(listener),
    shown(): Node[] {
      if (document.querySelector('[data-install]')?.isConnected && !offered) return []
      if (offered) {
        const event = offered
        const install = buildButton('text-link', 'Install Readr as an app', () => {
          // Rejects the second time.
          event.prompt().catch(() => undefined)
        })
        install.dataset['install'] = ''
        return [install]
      }
      return isInSafari()
        ? [
            build(
              'p',
              { class: 'offline-note', 'data-install': '' },
              'To install Readr, tap Share, then Add to Home Screen.',
            ),
          ]
        : []
    },
  }
}
