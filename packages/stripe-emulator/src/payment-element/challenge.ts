/** Whether the cardholder passes 3-D Secure. */
export type Outcome = 'complete' | 'fail'

/**
 * Emulates the bank's 3-D Secure page in a dialog.
 * @returns null when the cardholder closes the dialog
 */
export function askCardholder(): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.className = 'sheet-dialog'
    dialog.setAttribute('aria-labelledby', 'demo-challenge')
    const title = document.createElement('h2')
    title.id = 'demo-challenge'
    title.className = 'text-2xl'
    title.textContent = '3-D Secure'
    const text = document.createElement('p')
    text.className = 'mt-3'
    text.textContent =
      'A real bank would confirm that it’s you. In the demo, you choose the outcome.'
    const form = document.createElement('form')
    form.method = 'dialog'
    form.className = 'mt-5 mb-2 flex flex-wrap gap-3'
    const choices: [Outcome | '', string, string][] = [
      ['complete', 'Complete', 'button'],
      ['fail', 'Fail', 'button button-quiet'],
      ['', 'Close', 'button button-quiet'],
    ]
    for (const [outcome, label, className] of choices) {
      const button = document.createElement('button')
      Object.assign(button, { value: outcome, textContent: label, className })
      form.append(button)
    }
    dialog.append(title, text, form)
    dialog.addEventListener('close', () => {
      dialog.remove()
      const { returnValue } = dialog
      resolve(returnValue === 'complete' || returnValue === 'fail' ? returnValue : null)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
