import { quotePath } from '../../../catalogue/rules/addresses.ts'
import { MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from '../../../catalogue/rules/quotes.ts'
import {
  HIGHLIGHT_COLORS,
  type HighlightColor,
  MAX_NOTE_CHARS,
} from '../../../reading/rules/highlights/highlight.ts'
import { build, buildButton } from '../build-element.ts'
import { queryAll } from '../summary/article-in-view.ts'
import { buildIcon } from './toolbar-icons.ts'

export interface ToolbarTarget {
  slug: string
  words: string
  /** null: text is selected that is not highlighted. */
  color: HighlightColor | null
  /** The reader's note; empty: none. */
  text: string
}

interface Actions {
  paint(color: HighlightColor): void
  /**
   * Highlights the words, if they are not.
   * @returns whether a note can be written
   */
  beginNote(): boolean
  /** After each change of the note. */
  typed(text: string): void
  saveNote(text: string): void
  cancelNote(): void
  /** After the size of the toolbar has changed. */
  place(): void
  remove(): void
  copy(): void
  share(): void
  /** @param returns whether the focus goes back to the text */
  close(returns: boolean): void
}

const nameOf = (color: HighlightColor) => color[0]!.toUpperCase() + color.slice(1)

export class HighlightToolbar {
  readonly element: HTMLElement
  private readonly note = build('textarea', {
    class: 'field',
    rows: '3',
    maxlength: `${MAX_NOTE_CHARS}`,
    'aria-label': 'Note',
    placeholder: 'Your note. Words such as #idea are tags.',
    dir: 'auto',
  })
  private readonly editor: HTMLElement
  private readonly buttons: HTMLElement

  private readonly chosen: ToolbarTarget
  private readonly actions: Actions

  constructor(chosen: ToolbarTarget, actions: Actions) {
    this.chosen = chosen
    this.actions = actions
    const { color, text } = chosen
    this.note.value = text
    this.buttons = build(
      'div',
      {
        class: 'note-buttons',
        role: 'toolbar',
        'aria-label': color ? 'Highlight' : 'Selected text',
      },
      ...this.colorButtons(),
      ...this.otherButtons(),
    )
    this.editor = build(
      'form',
      { class: 'note-editor', hidden: '' },
      this.note,
      build('button', { class: 'button' }, 'Save'),
      buildButton('button button-quiet', 'Cancel', () => actions.cancelNote()),
    )
    this.note.addEventListener('input', () => actions.typed(this.written))
    this.editor.addEventListener('submit', (event) => {
      event.preventDefault()
      actions.saveNote(this.written)
    })
    this.element = build(
      'section',
      { class: 'note-toolbar no-print', 'aria-label': color ? 'Highlight' : 'Selected text' },
      this.buttons,
      text && build('p', { class: 'note-words', dir: 'auto' }, text),
      this.editor,
    )
    this.element.addEventListener('keydown', (event) => this.handleKey(event))
    // A click on a button leaves the selection as it is.
    this.element.addEventListener('pointerdown', (event) => {
      if (event.target !== this.note) event.preventDefault()
    })
  }

  private colorButtons(): HTMLElement[] {
    return HIGHLIGHT_COLORS.map((color) => {
      const button = buildButton('note-color', '', () => this.actions.paint(color))
      button.append(
        build('span', { class: `highlight highlight-${color}`, 'aria-hidden': 'true' }, 'Aa'),
        build('span', {}, nameOf(color)),
      )
      if (this.chosen.color) button.ariaPressed = `${color === this.chosen.color}`
      return button
    })
  }

  private otherButtons(): HTMLElement[] {
    const { slug, words, color, text } = this.chosen
    const button = (icon: Parameters<typeof buildIcon>[0], label: string, run: () => void) => {
      const made = buildButton('note-action', '', run)
      made.append(buildIcon(icon), build('span', {}, label))
      return made
    }
    const quote = words.replace(/\s+/g, ' ')
    const isQuotable = quote.length >= MIN_QUOTE_CHARS && quote.length <= MAX_QUOTE_CHARS
    const query = new URLSearchParams({ text: quote })
    return [
      button('note', text ? 'Edit note' : 'Note', () => this.edit()),
      button('copy', 'Copy', this.actions.copy),
      button('share', 'Share', this.actions.share),
      ...(isQuotable
        ? [
            build(
              'a',
              { class: 'note-action', href: `${quotePath(slug)}?${query}` },
              buildIcon('picture'),
              build('span', {}, 'Picture'),
            ),
          ]
        : []),
      ...(color ? [button('remove', 'Delete', this.actions.remove)] : []),
    ]
  }

  get isEditing(): boolean {
    return !this.editor.hidden
  }

  get written(): string {
    return this.note.value.trim()
  }

  /**
   * Shows the field for the note.
   * @param text an unfinished note
   */
  edit(text?: string): void {
    if (!this.actions.beginNote()) return
    if (text !== undefined) this.note.value = text
    this.editor.hidden = false
    this.element.querySelector<HTMLElement>('.note-words')?.remove()
    this.buttons.querySelectorAll<HTMLElement>('.note-action').forEach((one) => (one.hidden = true))
    this.note.focus({ preventScroll: true })
    this.actions.place()
  }

  press(color: HighlightColor): void {
    for (const [i, button] of queryAll<HTMLElement>('.note-color', this.element).entries()) {
      button.ariaPressed = `${HIGHLIGHT_COLORS[i] === color}`
    }
  }

  focus(): void {
    const buttons = queryAll<HTMLElement>('.note-color', this.element)
    const pressed = buttons.find(({ ariaPressed }) => ariaPressed === 'true')
    ;(pressed ?? buttons[0])?.focus({ preventScroll: true })
  }

  private handleKey(event: KeyboardEvent): void {
    const { key, shiftKey, target } = event
    const isInNote = target === this.note
    if (isInNote && key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      this.actions.saveNote(this.written)
    }
    const all = queryAll<HTMLElement>('button, a, textarea', this.element).filter(
      (one) => one.getClientRects().length > 0,
    )
    const at = all.indexOf(target as HTMLElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step && !isInNote) {
      event.preventDefault()
      all.at((at + step) % all.length)!.focus()
    }
    // The toolbar is at the end of the page: Tab leads back to the text.
    if (key === 'Tab' && !this.isEditing && at === (shiftKey ? 0 : all.length - 1)) {
      event.preventDefault()
      this.actions.close(true)
    }
  }
}
