import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js'
import { CardFields } from './card-fields.ts'
import { askCardholder } from './challenge.ts'
import { type Intent, Provider, type ProviderError } from './provider.ts'

/**
 * Replaces Stripe.js in demo mode, below the real @stripe/stripe-js and react-stripe-js. It covers
 * what checkout and plan changes use. Load it before the framework, so that loadStripe() finds it
 * and does not load Stripe's script.
 */

type Listener = (event: Record<string, unknown>) => void

interface ConfirmOptions {
  elements: DemoElements
  clientSecret: string
  confirmParams: { return_url: string }
  redirect?: 'if_required'
}

class DemoElement {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly type: string
  readonly fields = new CardFields(() => this.dispatchChange())

  constructor(type: string) {
    this.type = type
  }

  on(event: string, listener: Listener): this {
    const known = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, known.add(listener))
    return this
  }

  off(event: string, listener: Listener): this {
    this.listeners.get(event)?.delete(listener)
    return this
  }

  private dispatch(event: string, details: Record<string, unknown> = {}): void {
    for (const listener of this.listeners.get(event) ?? []) {
      listener({ elementType: this.type, ...details })
    }
  }

  private dispatchChange(): void {
    this.dispatch('change', {
      empty: this.fields.isEmpty(),
      complete: this.fields.problems().length === 0,
      collapsed: false,
      value: { type: 'card' },
    })
  }

  mount(place: HTMLElement): void {
    place.replaceChildren(this.fields.root)
    // Like Stripe, dispatch later so that listeners can be added after mounting.
    setTimeout(() => this.dispatch('ready'))
  }

  unmount(): void {
    this.fields.root.remove()
  }

  destroy(): void {
    this.unmount()
    this.listeners.clear()
  }

  update(): void {}

  focus(): void {
    this.fields.focus()
  }

  clear(): void {
    this.fields.clear()
  }
}

class DemoElements {
  private element: DemoElement | null = null
  isSubmitted = false

  create(type: string): DemoElement {
    if (type !== 'payment') throw new Error(`The demo has no ${type} element.`)
    if (this.element) throw new Error('Can only create one Element of type payment.')
    return (this.element = new DemoElement(type))
  }

  getElement(): DemoElement | null {
    return this.element
  }

  update(): void {}

  fetchUpdates(): Promise<object> {
    return Promise.resolve({})
  }

  submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const problem = this.element?.fields.validate()
    this.isSubmitted = !problem
    if (!problem) return Promise.resolve({ selectedPaymentMethod: 'card' })
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

/** Stripe's error after a failed authentication. */
function notAuthenticated(intent: Intent): StripeError {
  return stripeError({
    type: 'invalid_request_error',
    code: `${intent.object === 'setup_intent' ? 'setup' : 'payment'}_intent_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

function createStripe(key: string) {
  const provider = new Provider(key)

  type Settled = { error: StripeError } | { intent: Intent }

  /** Runs 3-D Secure if the intent requires it, and returns the result. */
  async function settle(intent: Intent, clientSecret: string): Promise<Settled> {
    if (intent.status !== 'requires_action') return { intent }
    const outcome = await askCardholder()
    if (!outcome) return { error: notAuthenticated(intent) }
    await provider.answerChallenge(intent, outcome)
    const after = await provider.retrieve(clientSecret)
    if ('error' in after) return { error: stripeError(after.error) }
    const isDone = ['succeeded', 'processing', 'requires_capture'].includes(after.value.status)
    return isDone ? { intent: after.value } : { error: notAuthenticated(after.value) }
  }

  async function confirm(options: ConfirmOptions): Promise<Settled> {
    const { elements, clientSecret, confirmParams, redirect } = options
    const method = await provider.send<{ id: string }>('payment_methods', {
      type: 'card',
      ...elements.card(),
    })
    if ('error' in method) return { error: stripeError(method.error) }
    const confirmed = await provider.send<Intent>(`${Provider.pathOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.value.id,
      return_url: confirmParams.return_url,
      use_stripe_sdk: 'true',
    })
    if ('error' in confirmed) return { error: stripeError(confirmed.error) }
    const settled = await settle(confirmed.value, clientSecret)
    if ('error' in settled || redirect === 'if_required') return settled
    location.assign(confirmParams.return_url)
    return new Promise(() => {})
  }

  const unsupported = () => Promise.reject(new Error('The demo does not support this function.'))

  return {
    elements: () => new DemoElements(),
    async confirmSetup(options: ConfirmOptions) {
      const settled = await confirm(options)
      return 'error' in settled ? settled : { setupIntent: settled.intent as SetupIntent }
    },
    async confirmPayment(options: ConfirmOptions) {
      const settled = await confirm(options)
      return 'error' in settled ? settled : { paymentIntent: settled.intent as PaymentIntent }
    },
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const found = await provider.retrieve(clientSecret)
      if ('error' in found) return { error: stripeError(found.error) }
      // After a failed authentication, the intent needs another card.
      if (found.value.status === 'requires_payment_method') {
        return { error: notAuthenticated(found.value) }
      }
      const settled = await settle(found.value, clientSecret)
      if ('error' in settled) return settled
      return {
        [settled.intent.object === 'setup_intent' ? 'setupIntent' : 'paymentIntent']:
          settled.intent,
      }
    },
    // The libraries check that these functions exist.
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
  }
}

/** The Stripe.js version that @stripe/stripe-js expects. */
const RELEASE = 'endive'

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
