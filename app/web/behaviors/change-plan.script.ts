import { UNKNOWN_PROBLEM } from '../../billing/rules/terms.ts'
import { loadPayments } from './load-payments.ts'

/**
 * The little that the page of a plan change does beyond HTML: its button rests while it would change
 * nothing, and the bank is asked in the page.
 */
const choice = document.querySelector<HTMLFormElement>('form[data-change-plan]')
if (choice) {
  const button = choice.querySelector<HTMLButtonElement>('button[type=submit]')!
  const follow = () => {
    const chosen = new FormData(choice).get('planId')
    button.disabled = chosen === choice.dataset['changePlan']
  }
  choice.addEventListener('change', follow)
  // Only once the form is on its way: a disabled button sends nothing.
  choice.addEventListener('submit', () => setTimeout(() => (button.disabled = true)))
  // Back may show this page as it was left.
  window.addEventListener('pageshow', follow)
  follow()
}

const confirmation = document.querySelector<HTMLFormElement>('#confirm-change')
if (confirmation) {
  const { key = '', standIn, secret = '' } = confirmation.dataset
  const button = confirmation.querySelector('button')!
  const problem = document.getElementById('confirm-problem')!
  const tell = (text: string) => {
    problem.textContent = text
    problem.hidden = text === ''
  }
  /** What keeps the bank from being asked, or what it objects to; null: all is well. */
  const confirm = async (): Promise<string | null> => {
    try {
      const stripe = await loadPayments({ publishableKey: key, standIn: standIn || null })
      const { error } = await stripe.handleNextAction({ clientSecret: secret })
      return error ? (error.message ?? UNKNOWN_PROBLEM) : null
    } catch {
      return UNKNOWN_PROBLEM
    }
  }
  button.hidden = false
  confirmation.addEventListener('submit', (event) => {
    event.preventDefault()
    // It keeps the focus, to which the bank's dialog returns; a disabled button loses it.
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    tell('')
    void confirm().then((found) => {
      tell(found ?? '')
      if (found !== null) button.ariaDisabled = null
      if (found === null) confirmation.submit()
      return found
    })
  })
}
