import { articleInView, currentIdea, headingsOf, queryAll, readingLine } from './article-in-view.ts'

/** Pixels of movement that count as a change of direction. */
const MIN_MOVE_PX = 6

/** Grows with each link within this page that is followed. There is no history on the server. */
const entries = globalThis.history?.length

let lastTop = 0

const write = (element: Element | undefined, text: string) => {
  if (element && element.textContent !== text) element.textContent = text
}

/** The bar says where the reader is, hides on the way down, and returns on the way up. */
export function showReadingBar(): void {
  const article = articleInView()
  const bar = article?.querySelector<HTMLElement>('.reading-bar')
  const text = article?.querySelector('.summary-text')
  if (!article || !bar || !text) return
  const { top, height } = text.getBoundingClientRect()
  if (Math.abs(top - lastTop) >= MIN_MOVE_PX) {
    bar.toggleAttribute('data-away', top < lastTop && top < 0)
    lastTop = top
  }
  const headings = headingsOf(article)
  const current = currentIdea(headings)
  queryAll<HTMLAnchorElement>('.contents-box a', bar).forEach((link, i) => {
    link.toggleAttribute('data-done', i < current)
    link.ariaCurrent = i === current ? 'true' : null
  })
  const heading = headings[current]
  if (!heading) return
  const { ideas, minutes } = bar.dataset
  const [where, left] = bar.querySelector('.reading-status')!.children
  const number = heading.closest('li')?.value
  write(where, number ? `Idea ${number} of ${ideas}` : heading.textContent)
  const unread = 1 - (readingLine() - top) / height
  write(left, `${Math.max(1, Math.ceil(Number(minutes) * unread))} min left`)
}

/** Back to where the reader came from, which keeps its scroll position; else the link's own page. */
export function goBack(event: Event, link: HTMLElement): void {
  const dialog = link.closest('dialog')
  const { referrer } = document
  const from = referrer ? new URL(referrer) : null
  if (dialog) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  else if (
    history.length === entries &&
    from?.origin === location.origin &&
    from.pathname !== location.pathname
  ) {
    history.back()
  } else return
  event.preventDefault()
}
