import { allBeside, entriesBeside } from '../../../reading/rules/notes/beside.ts'
import type { PageNote } from '../../../reading/rules/notes/changes.ts'
import { build } from '../build-element.ts'

/** Shows the highlights in the list beside the text, as web/notes/notes-beside.tsx does. */
export function listBeside(article: HTMLElement, notes: PageNote[], text: string): void {
  const beside = article.querySelector<HTMLElement>('.notes-beside')
  if (!beside) return
  beside.hidden = notes.length === 0
  const all = beside.querySelector<HTMLElement>('.notes-all')!
  all.textContent = allBeside(notes)
  all.parentElement!.hidden = !all.textContent
  beside
    .querySelector('ol')!
    .replaceChildren(
      ...entriesBeside(notes, text).map(({ id, color, quote, words, isHere }) =>
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
