import { WORKER_PATH } from '../offline/start-worker.ts'

const BLOCKED = 'Notifications from Readr are blocked in this browser’s settings.'
const FAILED = 'Notifications could not be turned on. Please try again.'

/** A service worker that could not be installed is never ready. */
const READY_TIMEOUT_MS = 15_000

const field = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement

/** Shows the form that turns notifications on, where the browser can show some. */
export function offerPush(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-push]')
  const state = document.getElementById('push-state')
  if (!form || !state || !('PushManager' in window) || !('serviceWorker' in navigator)) return
  state.textContent = Notification.permission === 'denied' ? BLOCKED : ''
  form.hidden = Notification.permission === 'denied'
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector('button')!
    button.setAttribute('aria-busy', 'true')
    turnOn(form)
      .then((problem) => (state.textContent = problem))
      .catch(() => (state.textContent = FAILED))
      .finally(() => button.removeAttribute('aria-busy'))
  })
}

const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker is not ready.')), READY_TIMEOUT_MS)
  })

/**
 * Asks the reader and the push service, and sends the form.
 * @returns why nothing was sent; empty: it was
 */
async function turnOn(form: HTMLFormElement): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') return BLOCKED
  await navigator.serviceWorker.register(WORKER_PATH)
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLate()])
  // It may belong to another reader, or to an earlier key of the server.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: form.dataset['push']!,
  })
  field(form, 'subscription').value = JSON.stringify(subscription)
  field(form, 'timeZone').value = Intl.DateTimeFormat().resolvedOptions().timeZone
  form.submit()
  return ''
}
