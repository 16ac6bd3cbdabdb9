import { startDelayedRedirect } from './delayed-redirect.ts'

/** Counts the seconds on the page until it leads on, and looks whether a payment has come about. */
const shown = document.querySelector<HTMLElement>('[data-countdown]')
if (shown) {
  const end = performance.now() + Number(shown.dataset['countdown']) * 1000
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    shown.textContent = String(left)
    if (left === 0) clearInterval(timer)
  }, 250)
}
startDelayedRedirect()

/** Matches the element, and not this script, which the page carries too. */
const WAITS = /<span[^>]* data-looks-again=/

const waits = document.querySelector<HTMLElement>('[data-looks-again]')
if (waits) setInterval(() => void look(), Number(waits.dataset['looksAgain']) * 1000)

/** Loads the page anew only when it says something else: who hears it read is not broken off. */
async function look(): Promise<void> {
  const page = await fetch(location.href)
    // A server that cannot answer now says nothing of the payment.
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null)
  if (page === null) return
  if (!WAITS.test(page)) location.reload()
}
