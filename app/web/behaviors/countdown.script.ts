import { startDelayedRedirect } from './delayed-redirect.ts'

/** Counts down to a redirect, and checks whether a payment was made. */
const countdown = document.querySelector<HTMLElement>('[data-countdown]')
if (countdown) {
  const end = performance.now() + Number(countdown.dataset['countdown']) * 1000
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    countdown.textContent = String(left)
    if (left === 0) clearInterval(timer)
  }, 250)
}
startDelayedRedirect()

/** Matches the element, but not this script, which is also in the page. */
const IS_WAITING = /<span[^>]* data-checks-again=/

const waiting = document.querySelector<HTMLElement>('[data-checks-again]')
if (waiting) setInterval(() => void check(), Number(waiting.dataset['checksAgain']) * 1000)

/** Reloads the page only when it has changed, which would otherwise interrupt a screen reader. */
async function check(): Promise<void> {
  const page = await fetch(location.href)
    // An error says nothing about the payment.
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null)
  if (page !== null && !IS_WAITING.test(page)) location.reload()
}
