/** The elements that are enhanced already. */
const enhanced = new WeakSet<Element>()

function enhance<E extends HTMLElement>(selector: string, start: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) {
    if (enhanced.has(element)) continue
    enhanced.add(element)
    start(element)
  }
}

const inputOf = (id: string | undefined) =>
  document.getElementById(id ?? '') as HTMLInputElement | null

/** Shows passwords, checks new ones while they are typed, and copies and prints codes. */
export function enhanceForms(): void {
  enhance('button[data-shows]', showPassword)
  enhance('[data-advice-for]', checkAdvice)
  enhance('[data-common-for]', warnIfCommon)
  enhance('[data-copies], [data-prints]', copyOrPrint)
}

function showPassword(button: HTMLButtonElement): void {
  const input = inputOf(button.dataset['shows'])
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = input?.type === 'password'
    if (input) input.type = shown ? 'text' : 'password'
    const [from, to] = shown ? (['Show', 'Hide'] as const) : (['Hide', 'Show'] as const)
    button.textContent = to
    // The label also names the field.
    button.setAttribute('aria-label', button.getAttribute('aria-label')!.replace(from, to))
  })
}

function checkAdvice(list: HTMLElement): void {
  const input = inputOf(list.dataset['adviceFor'])
  const update = () => {
    for (const item of list.querySelectorAll<HTMLElement>('[data-pattern]')) {
      const met = new RegExp(item.dataset['pattern']!, 'u').test(input?.value ?? '')
      item.toggleAttribute('data-met', met)
      item.querySelector('[data-state]')!.textContent = met ? '✓' : '○'
    }
  }
  input?.addEventListener('input', update)
  update()
}

let commonPasswords: Promise<Set<string>> | undefined

async function fetchCommonPasswords(): Promise<Set<string>> {
  const response = await fetch('/common-passwords.txt')
  return new Set(response.ok ? (await response.text()).split('\n') : [])
}

/** Fetches the list of common passwords with the first letter. The password stays in the page. */
function warnIfCommon(note: HTMLElement): void {
  const input = inputOf(note.dataset['commonFor'])
  input?.addEventListener('input', async () => {
    commonPasswords ??= fetchCommonPasswords().catch(() => new Set<string>())
    const isCommon = (await commonPasswords).has(input.value.toLowerCase())
    note.textContent = isCommon ? note.dataset['says']! : ''
  })
}

function copyOrPrint(button: HTMLButtonElement): void {
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
