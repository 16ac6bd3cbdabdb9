import type { StripeError } from '@stripe/stripe-js'
import { CardFields } from './card-fields.ts'
import { askCardholder } from './challenge.ts'
import {
  answerChallenge,
  type Answer,
  type Intent,
  pathOf,
  type ProviderError,
  send,
} from './provider.ts'

/**
 * Replaces Stripe.js in demo mode, below the real @stripe/stripe-js and react-stripe-js. It covers
 * what checkout and plan changes use. Load it before the framework, so that loadStripe() finds it
 * and does not load Stripe's script.
 */

type Listener = (event: { elementType: 'payment' }) => void

interface ConfirmOptions {
  elements: DemoElements
  clientSecret: string
  confirmParams: { return_url: string }
}

class DemoElement {
  private readonly listeners = new Map<string, Set<Listener>>()
  readonly fields = new CardFields()

  on(event: string, listener: Listener): this {
    const known = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, known.add(listener))
    return this
  }

  off(event: string, listener: Listener): this {
    this.listeners.get(event)?.delete(listener)
    return this
  }

  mount(place: HTMLElement): void {
    place.replaceChildren(this.fields.root)
    // Like Stripe, dispatch later so that listeners can be added after mounting.
    setTimeout(() => {
      for (const listener of this.listeners.get('ready') ?? []) listener({ elementType: 'payment' })
    })
  }

  destroy(): void {
    this.fields.root.remove()
    this.listeners.clear()
  }
}

class DemoElements {
  private element: DemoElement | null = null
  private isSubmitted = false

  create(type: string): DemoElement {
    if (type !== 'payment') throw new Error(`The demo has no ${type} element.`)
    return (this.element = new DemoElement())
  }

  update(): void {}

  submit(): Promise<{ error?: StripeError }> {
    const problem = this.element?.fields.validate()
    this.isSubmitted = !problem
    if (!problem) return Promise.resolve({})
    const { code, message } = problem
    return Promise.resolve({ error: stripeError({ type: 'validation_error', code, message }) })
  }

  card(): Record<string, string> {
    if (!this.element || !this.isSubmitted) {
      throw new Error('elements.submit() must be called before stripe.confirmPayment().')
    }
    return this.element.fields.parameters()
  }
}

const stripeError = (error: ProviderError) => error as StripeError

const notAuthenticated = ({ object }: Intent): { error: ProviderError } => ({
  error: {
    type: 'invalid_request_error',
    code: `${object}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
})

function createStripe(key: string) {
  const retrieve = (secret: string) =>
    send<Intent>(key, 'GET', pathOf(secret), { client_secret: secret })

  /** Runs 3-D Secure if the intent requires it, and returns the result. */
  async function settle(intent: Intent, clientSecret: string): Promise<Answer<Intent>> {
    if (intent.status !== 'requires_action') return { value: intent }
    const outcome = await askCardholder()
    if (!outcome) return notAuthenticated(intent)
    await answerChallenge(intent, outcome)
    const after = await retrieve(clientSecret)
    return 'error' in after || after.value.status === 'succeeded' ? after : notAuthenticated(intent)
  }

  async function confirm({ elements, clientSecret, confirmParams }: ConfirmOptions) {
    const method = await send<{ id: string }>(key, 'POST', 'payment_methods', {
      type: 'card',
      ...elements.card(),
    })
    if ('error' in method) return method
    const confirmed = await send<Intent>(key, 'POST', `${pathOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.value.id,
      return_url: confirmParams.return_url,
      use_stripe_sdk: 'true',
    })
    return 'error' in confirmed ? confirmed : settle(confirmed.value, clientSecret)
  }

  async function handleNextAction({ clientSecret }: { clientSecret: string }) {
    const found = await retrieve(clientSecret)
    if ('error' in found) return found
    // After a failed authentication, the intent needs another card.
    if (found.value.status === 'requires_payment_method') return notAuthenticated(found.value)
    return settle(found.value, clientSecret)
  }

  const unsupported = () => Promise.reject(new Error('The demo does not support this function.'))

  return {
    elements: () => new DemoElements(),
    confirmSetup: confirm,
    confirmPayment: confirm,
    handleNextAction,
    // The libraries check that these functions exist.
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
  }
}

/** The Stripe.js version that @stripe/stripe-js expects. */
const RELEASE = 'endive'

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
