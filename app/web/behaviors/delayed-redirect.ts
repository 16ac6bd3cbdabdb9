/** Leads on from a page that says where to and after how many seconds (DelayedRedirect). */
export function startDelayedRedirect(): void {
  const mark = document.querySelector<HTMLElement>('[data-leads-to]')
  if (!mark) return
  const { leadsTo = '/', after } = mark.dataset
  setTimeout(() => location.assign(leadsTo), Number(after) * 1000)
}
