/** What scripts of this page wrote, where the browser stores nothing. */
const page = globalThis as { readr?: Record<string, string> }
const unstored = (page.readr ??= {})

/** Reads a text of localStorage, which may be full or forbidden; '': there is none. */
export function readStored(key: string): string {
  try {
    return unstored[key] ?? localStorage[key] ?? ''
  } catch {
    return ''
  }
}

/** Writes a text to localStorage, or else remembers it as long as the page is open. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage[key] = text
    delete unstored[key]
  } catch {
    unstored[key] = text
  }
}

/** Removes everything that pages have written to localStorage. */
export function forgetStored(): void {
  try {
    localStorage.clear()
  } catch {
    // Nothing is stored.
  }
}
