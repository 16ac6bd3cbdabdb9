import { anchorAt } from '../../../reading/rules/highlights/anchor.ts'
import {
  inTextOrder,
  type HighlightRequest,
  type HighlightsSince,
  type PageHighlight,
  unpackHighlights,
  withChanges,
} from '../../../reading/rules/highlights/changes.ts'
import { type HighlightColor, RESTORE_MS } from '../../../reading/rules/highlights/highlight.ts'
import { showToast } from '../toast.ts'
import { updateSidebar } from './update-sidebar.ts'
import { pageTextOf, type PageText } from './page-text.ts'
import { sendHighlight } from './send-highlight.ts'
import { showHighlights, shownHighlights } from './show-highlights.ts'

const DRAFT = 'draft'

/** A random UUID, also on a site without HTTPS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 15) | 64
  bytes[8] = (bytes[8]! & 63) | 128
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The highlights of one article: shows each change right away, and sends it. */
export class ArticleHighlights {
  readonly article: HTMLElement
  readonly text: PageText
  private notes: PageHighlight[]
  private shown: string[]

  constructor(article: HTMLElement) {
    this.article = article
    const given = article.querySelector<HTMLElement>('[data-page-notes]')
    this.text = pageTextOf(article)
    this.notes = unpackHighlights(given?.dataset['pageNotes'] ?? '')
    this.shown = shownHighlights(this.text, this.notes)
    // A page saved for reading offline names what has changed since it was saved.
    const since = document.documentElement.dataset['notesSince']
    if (since) this.show(withChanges(this.notes, JSON.parse(since) as HighlightsSince))
  }

  get slug(): string {
    return this.article.dataset['summary']!
  }

  find = (id: string | undefined) => this.notes.find((note) => note.id === id)

  /** The highlight of exactly this part. */
  at = (start: number, end: number) =>
    this.notes.find((note) => note.start === start && note.end === end && !note.isOutdated)

  words = ({ start, end }: { start: number; end: number }) => this.text.text.slice(start, end)

  private show(notes: PageHighlight[]): void {
    this.notes = notes
    this.shown = showHighlights(this.text, notes, this.shown)
    updateSidebar(this.article, notes, this.text.text)
  }

  private apply(request: HighlightRequest, since: HighlightsSince): void {
    const before = this.find(request.id)
    this.show(withChanges(this.notes, since))
    sendHighlight(this.slug, request, () => {
      const others = this.notes.filter(({ id }) => id !== request.id)
      this.show(inTextOrder(before ? [...others, before] : others))
    })
  }

  /** Highlights a part of the text. */
  make(
    part: { start: number; end: number },
    color: HighlightColor,
    text = '',
  ): PageHighlight | undefined {
    const anchor = anchorAt(this.text.text, part.start, part.end)
    if (!anchor) return undefined
    const { start, end, exact, prefix, suffix } = anchor
    const id = newId()
    const body = {
      bookId: this.article.dataset['bookId']!,
      position: { start, end },
      quote: { exact, prefix, suffix },
      color,
      text,
    }
    this.apply({ method: 'POST', id, body }, { [id]: { start, end, color, text } })
    return this.find(id)
  }

  /** Shows a highlight that is not made yet, while its note is written. */
  showDraft(part: { start: number; end: number }, color: HighlightColor): void {
    this.show(withChanges(this.notes, { [DRAFT]: { ...part, color } }))
  }

  removeDraft(): void {
    if (this.find(DRAFT)) this.show(this.notes.filter(({ id }) => id !== DRAFT))
  }

  change(id: string, fields: { color?: HighlightColor; text?: string }): void {
    this.apply({ method: 'PUT', id, body: fields }, { [id]: fields })
  }

  /** Deletes a highlight, which can be undone for a minute. */
  remove(note: PageHighlight): void {
    const { id, color, text, start, end } = note
    this.apply({ method: 'DELETE', id, body: {} }, { [id]: { isDeleted: true } })
    const close = showToast('Highlight deleted.', {
      label: 'Undo',
      run: () =>
        this.apply(
          { method: 'PUT', id, body: { isDeleted: false } },
          { [id]: { color, text, start, end } },
        ),
    })
    setTimeout(close, RESTORE_MS)
  }
}
