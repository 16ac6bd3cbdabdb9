/**
 * Highlights and notes in the text of a summary. summary/open-highlights.ts loads this script at the first
 * selection, and then sends it `readr:notes` events. Later selections it follows itself.
 */
import { numberText } from '../../../platform/number-text.ts'
import {
  type HighlightColor,
  HIGHLIGHT_COLORS,
  MAX_PASSAGE_CHARS,
} from '../../../reading/rules/highlights/highlight.ts'
import type { PageHighlight } from '../../../reading/rules/highlights/changes.ts'
import { highlightIdOf } from '../../../reading/rules/highlights/highlighted-pieces.ts'
import { articleInView, queryAll, readingLine } from '../summary/article-in-view.ts'
import type { HighlightAction } from '../summary/open-highlights.ts'
import { shareLink } from '../summary/share.ts'
import { showToast } from '../toast.ts'
import { readStored, writeStored } from '../stored.ts'
import { ArticleHighlights } from './article-highlights.ts'
import { type Draft, draftAt, draftIn } from './drafts.ts'
import { boxesOf, selectedPart } from './page-text.ts'
import { followKeyboard, placeToolbar } from './place-toolbar.ts'
import { announce, copy } from './tell-reader.ts'
import { HighlightToolbar } from './toolbar.ts'

/** Milliseconds without a change after which a selection is complete. */
const SELECTED_MS = 350

const TOO_LONG = `You can highlight up to ${numberText(MAX_PASSAGE_CHARS)} characters at a time.`

const COLOR_KEY = 'readr.highlight-color'

interface Open {
  notes: ArticleHighlights
  toolbar: HighlightToolbar
  part: { start: number; end: number }
  /** null: text is selected that is not highlighted. */
  note: PageHighlight | null
  paint(color: HighlightColor): void
  place(): void
  close(returnsFocus: boolean): void
}

let open: Open | null = null
/** The selection that the reader wants no toolbar for. */
let dismissed = ''
let timer: ReturnType<typeof setTimeout>
let isPointerDown = false
let isPointerInToolbar = false
let closeOffer = () => {}

const notesByArticle = new WeakMap<HTMLElement, ArticleHighlights>()

function notesOf(article: HTMLElement): ArticleHighlights {
  const notes = notesByArticle.get(article) ?? new ArticleHighlights(article)
  notesByArticle.set(article, notes)
  return notes
}

const keyOf = ({ start, end }: { start: number; end: number }) => `${start}-${end}`

const lastColor = (): HighlightColor =>
  HIGHLIGHT_COLORS.find((color) => color === readStored(COLOR_KEY)) ?? 'yellow'

const OUTCOMES = { saved: 'Note saved.', waiting: 'Saved on this device.', refused: '' }

function offerDraft(notes: ArticleHighlights): void {
  const draft = draftIn(notes.slug)
  if (!draft) return
  closeOffer()
  closeOffer = showToast('You have an unfinished note.', {
    label: 'Continue',
    run: () => continueDraft(notes, draft),
  })
}

function continueDraft(notes: ArticleHighlights, { start, end }: Draft): void {
  const { place } = openToolbar(notes, { start, end }, notes.at(start, end) ?? null)
  document
    .getElementById(`note-${notes.at(start, end)?.id}`)
    ?.scrollIntoView({ block: 'center', behavior: 'instant' })
  place()
}

function refuses({ isTranslated }: ArticleHighlights): boolean {
  if (isTranslated) {
    showToast('Highlights belong to the original text. Show it instead of the translation.')
  }
  return isTranslated
}

function openToolbar(
  notes: ArticleHighlights,
  part: Open['part'],
  note: PageHighlight | null,
): Open {
  open?.close(false)
  const before = document.activeElement as HTMLElement | null
  const { article, slug, text } = notes
  const words = text.text.slice(part.start, part.end)
  const draft = draftAt({ slug, ...part })
  let color = (note?.color as HighlightColor | undefined) ?? draft?.color ?? lastColor()
  /** Closes the toolbar. If it had the focus, the highlight gets it. */
  const finish = (id: string | undefined) => {
    const hadFocus = toolbar.element.contains(document.activeElement)
    close(false)
    getSelection()?.removeAllRanges()
    if (hadFocus) document.getElementById(`note-${id}`)?.focus({ preventScroll: true })
  }
  const paint = (chosen: HighlightColor) => {
    if (!note && refuses(notes)) return
    color = chosen
    writeStored(COLOR_KEY, chosen)
    if (note) notes.recolor(note.id, color)
    if (toolbar.isEditing) {
      if (!note) notes.showDraft(part, color)
      return toolbar.press(color)
    }
    finish((note ?? notes.make(part, color))?.id)
    announce(article, `Highlighted in ${color}.`)
  }
  const toolbar = new HighlightToolbar(
    { slug, words, color: note && color, text: note?.text ?? '' },
    {
      paint: (chosen) => paint(chosen),
      beginNote() {
        if (!note && refuses(notes)) return false
        if (!note) notes.showDraft(part, color)
        getSelection()?.removeAllRanges()
        toolbar.press(color)
        return true
      },
      typed: (words) => notes.keepNote({ ...part, color }, words === note?.text ? '' : words),
      saveNote(words) {
        notes.removeDraft()
        if (note && words !== note.text) notes.write(note, words)
        const made = note ?? notes.make(part, color, words)
        notes.keepNote({ ...part, color }, made ? '' : words)
        finish(made?.id)
        if (!made || words === note?.text) return
        void notes.outcome(made.id).then((outcome) => announce(article, OUTCOMES[outcome]))
      },
      cancelNote() {
        notes.keepNote({ ...part, color }, '')
        close(true)
      },
      place: () => place(),
      remove() {
        notes.keepNote({ ...part, color }, '')
        close(false)
        notes.remove(note!)
      },
      copy() {
        close(true)
        void copy(words)
      },
      share() {
        const title = article.querySelector('h1')?.textContent ?? ''
        close(true)
        void shareLink({ title, text: `“${words}”`, url: `/summaries/${slug}` })
      },
      close: (returns) => close(returns),
    },
  )
  const close = (returnsFocus: boolean) => {
    notes.removeDraft()
    open = null
    isPointerInToolbar = false
    unfollow()
    const hadFocus = toolbar.element.contains(document.activeElement)
    toolbar.element.remove()
    dismissed = keyOf(part)
    if (hadFocus && returnsFocus) {
      const mark = note && document.getElementById(`note-${note.id}`)
      ;(mark ?? before)?.focus({ preventScroll: true })
    }
    if (draftAt({ slug, ...part })) offerDraft(notes)
    else if (!draftIn(slug)) closeOffer()
  }
  article.append(toolbar.element)
  const place = () => placeToolbar(toolbar.element, boxesOf(text, part.start, part.end))
  const unfollow = followKeyboard(toolbar.element)
  place()
  open = { notes, toolbar, part, note, paint, place, close }
  dismissed = ''
  if (draft) toolbar.edit(draft.text)
  return open
}

function followSelection(): void {
  const article = articleInView()
  if (!article?.dataset['notes'] || open?.toolbar.isEditing || isPointerInToolbar) return
  const notes = notesOf(article)
  const part = selectedPart(notes.text)
  const isTooLong = part !== null && part.end - part.start > MAX_PASSAGE_CHARS
  if (!part || isTooLong) {
    if (open && !open.note) open.close(false)
    if (part && dismissed !== keyOf(part)) showToast(TOO_LONG)
    dismissed = part ? keyOf(part) : ''
    return
  }
  const key = keyOf(part)
  if (key === dismissed || (open && keyOf(open.part) === key)) return
  openToolbar(notes, part, notes.at(part.start, part.end) ?? null)
  announce(article, 'Text selected. Press Tab to highlight it.')
}

function followSoon(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => isPointerDown || followSelection(), ms)
}

function openHighlight(mark: Element): Open | null {
  const article = mark.closest<HTMLElement>('article')!
  const notes = notesOf(article)
  const note = notes.find(highlightIdOf(mark as HTMLElement))
  return note ? openToolbar(notes, note, note) : null
}

function focusNext(article: HTMLElement): void {
  const marks = queryAll<HTMLElement>('mark[id]', article)
  const at = marks.findIndex((mark) => mark === document.activeElement)
  const isBelow = (mark: HTMLElement) => mark.getBoundingClientRect().top > readingLine()
  const next = at >= 0 ? marks[at + 1] : marks.find(isBelow)
  ;(next ?? marks[0])?.focus({ preventScroll: true })
  ;(next ?? marks[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

document.addEventListener('readr:notes', (event) => {
  const action = (event as CustomEvent<HighlightAction>).detail
  const target = event.target as HTMLElement
  const article = target.closest('article')!
  const notes = notesOf(article)
  if (action === 'recall') {
    notes.recall()
    return offerDraft(notes)
  }
  if (action === 'select') return followSoon(SELECTED_MS)
  if (action === 'open') {
    const opened = openHighlight(target)
    if (document.activeElement?.matches('mark:focus-visible')) opened?.toolbar.focus()
    return
  }
  dismissed = ''
  followSelection()
  const focused = document.activeElement?.closest('[data-notes] mark')
  if (!open && focused && action === 'note') openHighlight(focused)
  if (!open && action === 'highlight') focusNext(article)
  else if (action === 'highlight') open?.paint(lastColor())
  else open?.toolbar.edit()
})

document.addEventListener('selectionchange', () => followSoon(SELECTED_MS))
document.addEventListener('pointerdown', ({ target, pointerType }) => {
  isPointerDown = pointerType === 'mouse'
  isPointerInToolbar = Boolean(open?.toolbar.element.contains(target as Node))
  if (open?.note && !isPointerInToolbar && !open.toolbar.isEditing) open.close(false)
})
// A drag may have begun before this script was loaded.
document.addEventListener('pointermove', ({ buttons, pointerType }) => {
  isPointerDown = pointerType === 'mouse' && buttons === 1
})
document.addEventListener('pointerup', () => {
  isPointerDown = false
  followSoon(10)
})
document.addEventListener(
  'keydown',
  (event) => {
    isPointerInToolbar = false
    if (!open) return
    if (event.key === 'Escape') {
      // Do not also close the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      open.close(true)
    } else if (event.key === 'Tab' && !event.shiftKey) {
      if (open.toolbar.element.contains(document.activeElement)) return
      event.preventDefault()
      open.toolbar.focus()
    }
  },
  true,
)
window.addEventListener('resize', () => open?.place())
// The dialog around the article closes.
document.addEventListener('close', () => open?.close(false), true)
