import { UNKNOWN_PROBLEM } from '../../billing/rules/subscription-terms.ts'
import { loadPayments } from './load-payments.ts'

/** The page of a plan change: its button is disabled until another plan is chosen. */
const choice = document.querySelector<HTMLFormElement>('form[data-change-plan]')
if (choice) {
  const button = choice.querySelector<HTMLButtonElement>('button[type=submit]')!
  const update = () => {
    const chosen = new FormData(choice).get('planId')
    button.disabled = chosen === choice.dataset['changePlan']
  }
  choice.addEventListener('change', update)
  // Back may restore the disabled button.
  window.addEventListener('pageshow', update)
  update()
}

/** After that, the bank may ask for confirmation in its own dialog. */
const confirmation = document.querySelector<HTMLFormElement>('#confirm-change')
if (confirmation) {
  const { key = '', emulatorScript, secret = '' } = confirmation.dataset
  const button = confirmation.querySelector('button')!
  const problem = document.getElementById('confirm-problem')!
  const showProblem = (text: string) => {
    problem.textContent = text
    problem.hidden = text === ''
  }
  /** Asks the bank. @returns what went wrong, or null */
  const confirm = async (): Promise<string | null> => {
    try {
      const stripe = await loadPayments({
        publishableKey: key,
        emulatorScript: emulatorScript || null,
      })
      const { error } = await stripe.handleNextAction({ clientSecret: secret })
      return error ? (error.message ?? UNKNOWN_PROBLEM) : null
    } catch {
      return UNKNOWN_PROBLEM
    }
  }
  const confirmAndSend = async () => {
    const found = await confirm()
    showProblem(found ?? '')
    if (found === null) confirmation.submit()
    else button.ariaDisabled = null
  }
  button.hidden = false
  confirmation.addEventListener('submit', (event) => {
    event.preventDefault()
    // A disabled button would lose the focus, to which the bank's dialog returns.
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    showProblem('')
    void confirmAndSend()
  })
}
