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
import { textVersion } from '../../../reading/rules/highlights/versions.ts'
import {
  currentHighlights,
  highlightRequestIn,
  type PendingChange,
  pendingHighlight,
} from '../../../reading/rules/pending-changes.ts'
import type { ChangeOutcome } from '../changes/changes.script.ts'
import { showToast } from '../toast.ts'
import { updateSidebar } from './update-sidebar.ts'
import { keepDraft } from './drafts.ts'
import { pageTextOf, type PageText } from './page-text.ts'
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

/** The result of a change: it is saved, waits on this device, or is refused. */
export type Outcome = 'saved' | 'waiting' | 'refused'

/** The highlights of one article: shows each change right away, and sends it. */
export class ArticleHighlights {
  readonly article: HTMLElement
  readonly text: PageText
  private notes: PageHighlight[]
  private shown: string[]
  /** Highlights with changes that have no answer yet, as they were before; null: not made. */
  private readonly before = new Map<string, PageHighlight | null>()
  /** Who waits for the outcome of a highlight's note. */
  private readonly waiters = new Map<string, (outcome: Outcome) => void>()

  constructor(article: HTMLElement) {
    this.article = article
    const given = article.querySelector<HTMLElement>('[data-page-notes]')
    this.text = pageTextOf(article)
    this.notes = unpackHighlights(given?.dataset['pageNotes'] ?? '')
    this.shown = shownHighlights(this.text, this.notes)
    // A page saved for reading offline names what has changed since it was saved.
    const { notesSince = '{}' } = document.documentElement.dataset
    this.recall(JSON.parse(notesSince) as HighlightsSince)
    document.addEventListener('readr:change-outcome', (event) =>
      this.follow((event as CustomEvent<ChangeOutcome>).detail),
    )
  }

  /** Shows what has changed since the page was made, and is not sent yet. */
  recall(notes: HighlightsSince = {}): void {
    const all = JSON.parse(document.documentElement.dataset['waiting'] || '[]') as PendingChange[]
    const since = currentHighlights(
      { notes },
      all.filter(({ slug }) => slug === this.slug),
    )
    if (Object.keys(since).length > 0) this.show(withChanges(this.notes, since))
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
    const { id } = request
    if (!this.before.has(id)) this.before.set(id, this.find(id) ?? null)
    this.show(withChanges(this.notes, since))
    const detail = pendingHighlight(this.slug, request, Date.now())
    document.dispatchEvent(new CustomEvent('readr:change', { detail }))
  }

  /** The result of a note that was just written. */
  outcome = (id: string): Promise<Outcome> =>
    new Promise((resolve) => this.waiters.set(id, resolve))

  private follow({ change, isSaved, answer }: ChangeOutcome): void {
    const request = highlightRequestIn(change)
    if (!request || change.slug !== this.slug) return
    const { id, method, body } = request
    const note = this.find(id)
    const stored = answer?.data?.note
    if (isSaved === false && method !== 'DELETE') this.takeBack(request)
    else if (stored?.deletedAt && !body.isDeleted) this.showWithout(id)
    // Unless the reader has changed it again.
    else if (stored && note) {
      const color = note.color === body.color && { color: stored.color }
      const text = note.text === body.text && { text: stored.text }
      this.show(withChanges(this.notes, { [id]: { ...color, ...text } }))
    }
    if (isSaved !== undefined) this.before.delete(id)
    if (body.text === undefined) return
    this.waiters.get(id)?.(isSaved === undefined ? 'waiting' : isSaved ? 'saved' : 'refused')
    this.waiters.delete(id)
  }

  /** Shows a highlight as it was before a refused change. Its note stays in the list of what waits. */
  private takeBack({ id, method }: HighlightRequest): void {
    if (method === 'POST' || this.before.has(id)) this.showWithout(id, this.before.get(id))
  }

  private showWithout(id: string, before?: PageHighlight | null): void {
    const others = this.notes.filter((one) => one.id !== id)
    this.show(inTextOrder(before ? [...others, before] : others))
  }

  keepNote({ start, end, color }: { start: number; end: number; color: string }, text: string) {
    keepDraft({ slug: this.slug, start, end, color: color as HighlightColor, text })
  }

  /**
   * Whether the page shows other words than ours, such as a translation: the browser replaces them, or
   * puts them into other elements.
   */
  get isTranslated(): boolean {
    return (
      this.article.querySelector('.summary-text font') !== null ||
      this.text.lines.some(
        ({ element, start, end }) => element.textContent !== this.text.text.slice(start, end),
      )
    )
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
    if (this.find(DRAFT)) this.showWithout(DRAFT)
  }

  recolor(id: string, color: HighlightColor): void {
    this.apply({ method: 'PUT', id, body: { color } }, { [id]: { color } })
  }

  write({ id, text: before }: PageHighlight, text: string): void {
    const textBefore = [textVersion(before)]
    this.apply({ method: 'PUT', id, body: { text, textBefore } }, { [id]: { text } })
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
