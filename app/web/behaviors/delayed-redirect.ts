/** Redirects from a page with a DelayedRedirect after its time. */
export function startDelayedRedirect(): void {
  const redirect = document.querySelector<HTMLElement>('[data-redirect]')
  if (!redirect) return
  const { redirect: to = '/', after } = redirect.dataset
  setTimeout(() => location.assign(to), Number(after) * 1000)
}
