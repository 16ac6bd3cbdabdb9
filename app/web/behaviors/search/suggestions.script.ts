/**
 * Suggestions below a field, from the address in its `data-suggest`: the combobox pattern of the ARIA
 * Authoring Practices. The field still works as before; a suggestion is a shortcut.
 */
import type { SearchSuggestion } from '../../../catalogue/service/search-suggestions.server.ts'
import { build } from '../build-element.ts'

const BOX = 'input[data-suggest]'
const MAX_KNOWN = 50
const LONGEST_WAIT_MS = 5000

/** Answers by address and text. */
const known = new Map<string, SearchSuggestion[]>()

async function fetchSuggestions(from: string, text: string): Promise<SearchSuggestion[]> {
  const address = `${from}?${new URLSearchParams({ search: text })}`
  const stored = known.get(address)
  if (stored) return stored
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  })
  if (!answer.ok) return []
  const suggestions = (await answer.json()) as SearchSuggestion[]
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(address, suggestions)
  return suggestions
}

function enhance(input: HTMLInputElement): void {
  const list = build('ul', {
    id: `${input.id}-suggestions`,
    role: 'listbox',
    'aria-label': 'Suggestions',
    class: 'panel absolute z-10 mt-1 w-full p-2',
    hidden: '',
  })
  let options: HTMLElement[] = []
  let active = -1
  /** What the reader has typed; null: no suggestions are wanted. */
  let wanted: string | null = null
  let isAsking = false

  const setActive = (index: number) => {
    active = index
    for (const [i, option] of options.entries()) {
      option.setAttribute('aria-selected', String(i === index))
      option.classList.toggle('bg-sunk', i === index)
    }
    const id = options[index]?.id
    if (id) input.setAttribute('aria-activedescendant', id)
    else input.removeAttribute('aria-activedescendant')
  }
  const show = (suggestions: SearchSuggestion[]) => {
    options = suggestions.map(({ kind, label, href }, i) =>
      build(
        'li',
        {
          id: `${list.id}-${i}`,
          role: 'option',
          'data-href': href,
          class: 'flex min-h-11 items-center gap-3 rounded-md px-3 hover:bg-sunk',
        },
        build('span', { class: 'min-w-0 grow', dir: 'auto' }, label),
        build('span', { class: 'text-sm text-soft' }, kind),
      ),
    )
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(options.length > 0))
    setActive(-1)
  }
  const close = () => {
    wanted = null
    show([])
  }
  const suggest = () => {
    wanted = input.value.trim() || null
    if (wanted === null) close()
    else if (!isAsking) void ask(wanted)
  }
  /** Asks for one text at a time, and then for what the reader has typed since. */
  const ask = async (text: string) => {
    isAsking = true
    // Without a connection, there are no suggestions.
    const suggestions = await fetchSuggestions(input.dataset['suggest']!, text).catch(() => [])
    isAsking = false
    if (wanted !== null && wanted !== text) void ask(wanted)
    else if (wanted === text && document.activeElement === input) show(suggestions)
  }
  const open = (option: HTMLElement | undefined) => {
    const href = option?.dataset['href']
    if (!href) return
    close()
    location.assign(href)
  }

  input.addEventListener('input', suggest)
  input.addEventListener('blur', close)
  input.form?.addEventListener('submit', close)
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (options.length === 0) return suggest()
      // One position is the input itself.
      const places = options.length + 1
      const step = key === 'ArrowDown' ? 1 : -1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (key === 'Enter' && active >= 0) {
      event.preventDefault()
      open(options[active])
    } else if (key === 'Escape' && options.length > 0) {
      // The next Escape clears the box.
      event.preventDefault()
      close()
    }
  })
  // The focus stays in the box.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) =>
    open((event.target as Element).closest<HTMLElement>('[role=option]') ?? undefined),
  )
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value)
  }
  input.closest('.relative')?.append(list)
  // The reader may have typed while this file loaded.
  if (input.value !== input.defaultValue) suggest()
}

const enhanced = new WeakSet<Element>()

function onFocus(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(BOX) || enhanced.has(target)) return
  enhanced.add(target)
  enhance(target)
}

document.addEventListener('focusin', (event) => onFocus(event.target))
onFocus(document.activeElement)
