const NAMES = ['value', 'defaultValue'] as const

/**
 * Keeps the text and the selection in the text areas of a form while React takes the page over: it
 * sets the server's text again, which would undo typing and move the cursor to the start.
 * @param id of the form; there is none yet if React renders the page
 * @returns ends it
 */
export function keepTypedTexts(id: string): () => void {
  if (typeof document === 'undefined') return () => {}
  const areas = document.querySelectorAll<HTMLTextAreaElement>(`#${id} textarea`)
  for (const area of areas) {
    for (const name of NAMES) {
      const get = () => Reflect.get(HTMLTextAreaElement.prototype, name, area)
      Object.defineProperty(area, name, { configurable: true, get, set() {} })
    }
  }
  return () => {
    for (const area of areas) for (const name of NAMES) Reflect.deleteProperty(area, name)
  }
}
