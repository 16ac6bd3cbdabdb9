import { articleInView, currentIdea, headingsOf, queryAll } from './article-in-view.ts'

/** Shows in the table of ideas which were read, and which is being read. */
export function showIdeaProgress(): void {
  const article = articleInView()
  if (!article) return
  const current = currentIdea(headingsOf(article))
  queryAll<HTMLAnchorElement>('.contents-box a', article).forEach((link, i) => {
    link.toggleAttribute('data-done', i < current)
    link.ariaCurrent = i === current ? 'true' : null
  })
}

/** Opens the table of ideas where it is beside the text, from the width of `beside` in app.css on. */
export function openTableBeside(): void {
  const table = document.querySelector<HTMLDetailsElement>('details.contents-box')
  if (table && !table.closest('dialog') && matchMedia('(width >= 62rem)').matches) table.open = true
}
