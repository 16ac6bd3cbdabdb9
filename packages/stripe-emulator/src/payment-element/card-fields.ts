import {
  type CardField,
  cardProblems,
  type CardProblem,
  expiryOf,
  formatExpiry,
  formatNumber,
  type TypedCard,
} from './card-rules.ts'

const FIELDS: {
  name: CardField
  label: string
  autocomplete: AutoFill
  placeholder: string
  format: (text: string) => string
}[] = [
  {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    format: formatNumber,
  },
  {
    name: 'expiry',
    label: 'Expiration date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    format: formatExpiry,
  },
  {
    name: 'cvc',
    label: 'Security code',
    autocomplete: 'cc-csc',
    placeholder: 'CVC',
    format: (text) => text.replace(/\D/g, '').slice(0, 4),
  },
]

const TEST_CARDS: [number: string, what: string][] = [
  ['4242 4242 4242 4242', 'always succeeds'],
  ['4000 0025 0000 3155', 'requires authentication when it is saved'],
  ['4000 0027 6000 3184', 'requires authentication every time'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0341', 'can be saved, but is declined when charged'],
  ['4000 0000 0000 5126', 'sends a refund back after two days'],
]

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Card fields with an error below each. Stripe's real fields are in an iframe. */
export class CardFields {
  readonly root: HTMLElement
  private readonly inputs = {} as Record<CardField, HTMLInputElement>
  private readonly messages = {} as Record<CardField, HTMLElement>

  constructor() {
    const columns = FIELDS.map(({ name, label, format, ...attributes }) => {
      const id = `demo-card-${name}`
      const message = make('p', {
        id: `${id}-problem`,
        className: 'field-error mt-1.5',
        hidden: true,
      })
      const input = make('input', {
        id,
        className: 'field',
        type: 'text',
        inputMode: 'numeric',
        ...attributes,
      })
      input.addEventListener('input', () => {
        const isAtEnd = input.selectionStart === input.value.length
        const formatted = format(input.value)
        // Do not restore a separator that was just deleted.
        if (isAtEnd && formatted.length >= input.value.trimEnd().length) input.value = formatted
        // Clear the error on input: clearing it on change would move the button during a tap.
        if (!this.problems().some(({ field }) => field === name)) this.show([], [name])
      })
      input.addEventListener('change', () => {
        input.value = format(input.value)
        if (input.value !== '') this.show(this.problems(), [name])
      })
      this.inputs[name] = input
      this.messages[name] = message
      const caption = make('label', { htmlFor: id, className: 'mb-1 block font-semibold' }, label)
      const isWide = name === 'number' ? 'col-span-2' : ''
      return make('div', { className: isWide }, caption, input, message)
    })
    const cards = TEST_CARDS.map(([number, what]) =>
      make(
        'li',
        {},
        make('code', { className: 'font-sans font-semibold' }, number),
        document.createTextNode(` ${what}`),
      ),
    )
    this.root = make(
      'fieldset',
      { className: 'grid grid-cols-2 gap-4' },
      make('legend', { className: 'sr-only' }, 'Card'),
      ...columns,
      make(
        'details',
        { className: 'col-span-2 text-sm' },
        make('summary', { className: 'text-link min-h-6' }, 'Test cards'),
        make('p', { className: 'mt-2' }, 'Use any future date and any security code.'),
        make('ul', { className: 'mt-1' }, ...cards),
      ),
    )
  }

  private typed(): TypedCard {
    const { number, expiry, cvc } = this.inputs
    return { number: number.value, expiry: expiry.value, cvc: cvc.value }
  }

  private problems(): CardProblem[] {
    return cardProblems(this.typed(), new Date())
  }

  private show(problems: CardProblem[], fields = FIELDS.map(({ name }) => name)): void {
    for (const name of fields) {
      const found = problems.find(({ field }) => field === name)
      const input = this.inputs[name]
      this.messages[name].textContent = found?.message ?? ''
      this.messages[name].hidden = !found
      if (found) {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', this.messages[name].id)
      } else {
        input.removeAttribute('aria-invalid')
        input.removeAttribute('aria-describedby')
      }
    }
  }

  validate(): CardProblem | null {
    const problems = this.problems()
    this.show(problems)
    const [first] = problems
    if (first) this.inputs[first.field].focus()
    return first ?? null
  }

  parameters(): Record<string, string> {
    const { number, expiry, cvc } = this.typed()
    const until = expiryOf(expiry)
    return {
      'card[number]': number.replace(/\D/g, ''),
      'card[exp_month]': String(until?.month ?? ''),
      'card[exp_year]': String(until?.year ?? ''),
      'card[cvc]': cvc,
    }
  }
}
