/** Counts the seconds on the page; the page's own refresh leads on when they are over. */
const shown = document.querySelector<HTMLElement>('[data-countdown]')
if (shown) {
  const end = performance.now() + Number(shown.dataset['countdown']) * 1000
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    shown.textContent = String(left)
    if (left === 0) clearInterval(timer)
  }, 250)
}
