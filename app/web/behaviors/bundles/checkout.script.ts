/** The checkout: shows what to do when the payment form does not come. */

/** The specification's limit for what loads in the background. */
const LATE_MS = 8000

const showOtherWay = () =>
  document.querySelector('[aria-labelledby=payment]')?.setAttribute('data-late', '')

setTimeout(showOtherWay, LATE_MS)
document.addEventListener('readr:failed', showOtherWay)
