import { make } from './card-fields.ts'

/** Whether the cardholder passes 3-D Secure. */
export type Outcome = 'complete' | 'fail'

/**
 * Emulates the bank's 3-D Secure page in a dialog.
 * @returns null when the cardholder closes the dialog
 */
export function askCardholder(): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const choices: [Outcome | '', string, string][] = [
      ['complete', 'Complete', 'button'],
      ['fail', 'Fail', 'button button-quiet'],
      ['', 'Close', 'button button-quiet'],
    ]
    const buttons = choices.map(([value, label, className]) =>
      make('button', { value, className }, label),
    )
    const dialog = make(
      'dialog',
      { className: 'sheet-dialog' },
      make('h2', { id: 'demo-challenge', className: 'text-2xl' }, '3-D Secure'),
      make(
        'p',
        { className: 'mt-3' },
        'A real bank would confirm that it’s you. In the demo, you choose the outcome.',
      ),
      make('form', { method: 'dialog', className: 'mt-5 mb-2 flex flex-wrap gap-3' }, ...buttons),
    )
    dialog.setAttribute('aria-labelledby', 'demo-challenge')
    dialog.addEventListener('close', () => {
      dialog.remove()
      const { returnValue } = dialog
      resolve(returnValue === 'complete' || returnValue === 'fail' ? returnValue : null)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
