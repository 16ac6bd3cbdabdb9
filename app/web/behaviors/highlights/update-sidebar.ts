import { allHighlightsLabel, sidebarEntries } from '../../../reading/rules/highlights/sidebar.ts'
import type { PageHighlight } from '../../../reading/rules/highlights/changes.ts'
import { build } from '../build-element.ts'

/** Shows the highlights in the list beside the text, as web/highlights/highlights-sidebar.tsx does. */
export function updateSidebar(article: HTMLElement, notes: PageHighlight[], text: string): void {
  const beside = article.querySelector<HTMLElement>('.notes-beside')
  if (!beside) return
  beside.hidden = notes.length === 0
  const all = beside.querySelector<HTMLElement>('.notes-all')!
  all.textContent = allHighlightsLabel(notes)
  all.parentElement!.hidden = !all.textContent
  beside
    .querySelector('ol')!
    .replaceChildren(
      ...sidebarEntries(notes, text).map(({ id, color, quote, words, isHere }) =>
        build(
          'li',
          { dir: 'auto' },
          isHere
            ? build('a', { href: `#note-${id}`, class: `note-quote note-${color}` }, quote)
            : build('p', { class: `note-quote note-${color}` }, quote),
          words && build('p', {}, words),
        ),
      ),
    )
}
