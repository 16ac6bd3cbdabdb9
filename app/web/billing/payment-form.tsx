import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeElementsOptions } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { money } from '../../billing/rules/format-money.ts'
import { CURRENCY } from '../../billing/rules/plans.ts'
import {
  startLabel,
  type SubscriptionTerms,
  UNKNOWN_PROBLEM,
} from '../../billing/rules/subscription-terms.ts'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { pageReader } from '../behaviors/page-reader.ts'
import { loadPayments, type PaymentInBrowser } from '../behaviors/load-payments.ts'
import './billing.css'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** A subscription that was started on the server and must be confirmed here. */
export interface Unpaid {
  clientSecret: string
  intentType: 'setup' | 'payment'
  /** Cents charged today, according to the server. */
  dueTodayCents: number
}

interface Answer {
  unpaid: Unpaid | null
  problem: string | null
}

interface PaymentFormProps {
  terms: SubscriptionTerms
  here: string
  payment: PaymentInBrowser
  promotionCode: string | null
  problem: string | null
}

const PAID = '/payment-successful'

const isInBrowser = typeof window !== 'undefined'

function isDark(): boolean {
  if (!isInBrowser) return false
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
}

/** The look of Stripe's fields: our styles do not reach into their frame. */
const optionsFor = ({ trialEnd, dueTodayCents }: SubscriptionTerms): StripeElementsOptions => ({
  ...(trialEnd
    ? { mode: 'setup' as const }
    : { mode: 'subscription' as const, amount: dueTodayCents }),
  currency: CURRENCY,
  appearance: {
    theme: isDark() ? 'night' : 'stripe',
    variables: { borderRadius: '10px' },
  },
})

const LOAD_FAILED = 'We couldn’t load the payment form. Check your connection and try again.'

/** The payment: on this page or, without JavaScript, on the provider's own. */
export function PaymentForm(props: PaymentFormProps) {
  const { terms, payment, problem } = props
  const [failure, setFailure] = useState<string | null>(null)
  const [stripe] = useState(() => (isInBrowser ? loadPayments(payment) : null))
  const [options] = useState(() => optionsFor(terms))
  useEffect(() => {
    stripe?.catch(() => setFailure(LOAD_FAILED))
  }, [stripe])
  return (
    <section aria-labelledby="payment" className="md:pt-6">
      <h2 id="payment" className="mb-5 text-2xl">
        Payment
      </h2>
      {problem && (
        <PaymentProblem>
          <Paragraphs text={problem} />
          <p>
            <TextLink href={props.here}>Try Again</TextLink>
          </p>
        </PaymentProblem>
      )}
      <div className="card-payment">
        {failure ? (
          <PaymentProblem className="payment-failure">
            <p>{failure}</p>
            <p>
              <TextLink href={props.here}>Try Again</TextLink>
            </p>
          </PaymentProblem>
        ) : (
          <Elements stripe={stripe} options={options}>
            <CardForm {...props} onFailure={setFailure} />
          </Elements>
        )}
      </div>
      <OtherWay code={props.promotionCode} here={props.here} />
    </section>
  )
}

function SettingUp() {
  return (
    <p role="status" className="skeleton payment-skeleton rounded-xl px-4 text-center text-soft">
      Setting up your subscription...
    </p>
  )
}

function PaymentProblem({
  children,
  className = '',
}: {
  children: React.ReactNode
  className?: string
}) {
  return (
    <div role="alert" className={`callout callout-alert mb-5 ${className}`}>
      {children}
    </div>
  )
}

function useStart(here: string): () => Promise<Answer> {
  const fetcher = useFetcher<Answer>()
  const waiting = useRef<((answer: Answer) => void) | null>(null)
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    waiting.current?.(fetcher.data)
    waiting.current = null
  }, [fetcher.state, fetcher.data])
  return () =>
    new Promise((resolve) => {
      waiting.current = resolve
      void fetcher.submit(
        { reader: pageReader(), intent: 'start' },
        // A failed revalidation would replace the page with an error.
        { method: 'post', action: here, defaultShouldRevalidate: false },
      )
    })
}

function CardForm({
  terms,
  here,
  onFailure,
}: PaymentFormProps & { onFailure: (failure: string) => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const start = useStart(here)
  const [isReady, setReady] = useState(false)
  const [isProcessing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [canRetry, setRetry] = useState(false)
  const isPaying = useRef(false)

  /** Returns why the payment failed; null: it succeeded. */
  async function pay(): Promise<string | null> {
    if (!stripe || !elements) return UNKNOWN_PROBLEM
    const checked = await elements.submit()
    if (checked.error) return checked.error.message ?? UNKNOWN_PROBLEM
    const { unpaid, problem: refusal } = await start()
    setRetry(!unpaid)
    if (!unpaid) return refusal ?? UNKNOWN_PROBLEM
    if (unpaid.dueTodayCents !== terms.dueTodayCents) {
      onFailure('The amount due today has changed since you opened this page.')
      return null
    }
    const confirmation = {
      elements,
      clientSecret: unpaid.clientSecret,
      confirmParams: { return_url: location.origin + PAID },
      redirect: 'if_required' as const,
    }
    const { error } =
      unpaid.intentType === 'setup'
        ? await stripe.confirmSetup(confirmation)
        : await stripe.confirmPayment(confirmation)
    // Another tab may have paid it first.
    const isPaid = [error?.setup_intent, error?.payment_intent].some(
      (intent) => intent?.status === 'succeeded',
    )
    if (error && !isPaid) return error.message ?? UNKNOWN_PROBLEM
    location.assign(PAID)
    return null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPaying.current) return
    isPaying.current = true
    setProcessing(true)
    setProblem(null)
    setRetry(false)
    const found = await pay().catch(() => UNKNOWN_PROBLEM)
    // After a payment the form stays disabled while the next page loads.
    if (found === null) return
    setProblem(found)
    setProcessing(false)
    isPaying.current = false
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {!isReady && <SettingUp />}
      <div className={isReady ? undefined : 'payment-loading'}>
        <PaymentElement
          onReady={() => setReady(true)}
          onLoadError={({ error }) => onFailure(error.message ?? LOAD_FAILED)}
        />
      </div>
      <div className="mt-5">
        {problem && (
          <PaymentProblem>
            <Paragraphs text={problem} />
            {canRetry && (
              <button type="submit" className="text-link">
                Try Again
              </button>
            )}
          </PaymentProblem>
        )}
      </div>
      {/* aria-disabled while processing: a disabled button would lose the focus. */}
      <button
        type="submit"
        className="button w-full"
        disabled={!isReady}
        aria-disabled={isProcessing}
      >
        {isProcessing
          ? 'Processing...'
          : terms.trialEnd
            ? startLabel(terms)
            : `Subscribe and pay ${money(terms.dueTodayCents)}`}
      </button>
      <p className="mt-3 text-sm text-soft">
        Your card details go directly to Stripe, our payment provider. We never see them.
      </p>
    </form>
  )
}

function HostedPayment({ code, here }: { code: string | null; here: string }) {
  return (
    <div className="hosted-payment">
      <div role="alert" className="late-payment callout callout-alert mb-5">
        <p>{LOAD_FAILED}</p>
        <p>
          <TextLink href={here}>Try Again</TextLink>
        </p>
      </div>
      <PostForm>
        <input type="hidden" name="intent" value="hosted" />
        <p>
          You can pay on the website of Stripe, our payment provider. If that page is blank, turn on
          JavaScript for checkout.stripe.com.{' '}
          {code ? `Your code ${code} applies there too.` : 'You can enter a promotion code there.'}
        </p>
        <SubmitButton className="mt-5 w-full">Go to Stripe’s page</SubmitButton>
      </PostForm>
    </div>
  )
}

/** A plain form: keep the server's HTML instead of sending its code. */
const OtherWay = import.meta.env.SSR
  ? HostedPayment
  : () => (
      <div
        className="hosted-payment"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    )
