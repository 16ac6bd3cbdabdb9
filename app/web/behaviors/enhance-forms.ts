/**
 * What forms do beyond HTML, wherever they stand: passwords can be looked at, advice on a new one
 * follows the typing, and what is shown once can be copied and printed.
 */

/** Those that have come to life since the page was loaded. */
const alive = new WeakSet<Element>()

function newOnes<E extends HTMLElement>(selector: string): E[] {
  const found = [...document.querySelectorAll<E>(selector)].filter((one) => !alive.has(one))
  for (const one of found) alive.add(one)
  return found
}

const inputOf = (id: string | undefined) =>
  document.getElementById(id ?? '') as HTMLInputElement | null

/** Brings the forms of the page to life that are not alive yet. */
export function enhanceForms(): void {
  for (const button of newOnes<HTMLButtonElement>('button[data-shows]')) letShow(button)
  for (const list of newOnes('[data-advice-for]')) advise(list)
  for (const note of newOnes('[data-common-for]')) warnOfCommon(note)
  for (const button of newOnes<HTMLButtonElement>('[data-copies], [data-prints]')) letTake(button)
}

function letShow(button: HTMLButtonElement): void {
  const input = inputOf(button.dataset['shows'])
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = input?.type === 'password'
    if (input) input.type = shown ? 'text' : 'password'
    const [from, to] = shown ? (['Show', 'Hide'] as const) : (['Hide', 'Show'] as const)
    button.textContent = to
    // Its name says the same as it shows, and of which field.
    button.setAttribute('aria-label', button.getAttribute('aria-label')!.replace(from, to))
  })
}

function advise(list: HTMLElement): void {
  const input = inputOf(list.dataset['adviceFor'])
  const show = () => {
    for (const item of list.querySelectorAll<HTMLElement>('[data-pattern]')) {
      const met = new RegExp(item.dataset['pattern']!, 'u').test(input?.value ?? '')
      item.toggleAttribute('data-met', met)
      item.querySelector('[data-state]')!.textContent = met ? '✓' : '○'
    }
  }
  input?.addEventListener('input', show)
  show()
}

let commonPasswords: Promise<Set<string>> | undefined

async function fetchCommonPasswords(): Promise<Set<string>> {
  const response = await fetch('/common-passwords.txt')
  return new Set(response.ok ? (await response.text()).split('\n') : [])
}

/** The list comes with the first letter; what is typed stays in the page. */
function warnOfCommon(note: HTMLElement): void {
  const input = inputOf(note.dataset['commonFor'])
  input?.addEventListener('input', async () => {
    commonPasswords ??= fetchCommonPasswords().catch(() => new Set<string>())
    const isCommon = (await commonPasswords).has(input.value.toLowerCase())
    note.textContent = isCommon ? note.dataset['says']! : ''
  })
}

function letTake(button: HTMLButtonElement): void {
  const source = document.getElementById(button.dataset['copies'] ?? '')
  // Without HTTPS there is no clipboard.
  if (source && !navigator.clipboard) return
  button.hidden = false
  button.addEventListener('click', () => {
    if (!source) return window.print()
    void navigator.clipboard.writeText(source.innerText).then(
      () => (button.textContent = 'Copied'),
      () => getSelection()?.selectAllChildren(source),
    )
  })
}
