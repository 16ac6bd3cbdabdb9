/** Shown on every page while a payment is overdue. */
export function PastDueLine() {
  return (
    <aside aria-label="Payment" className="no-print bg-alert-wash px-4 py-2 text-center text-alert">
      Your last payment failed.{' '}
      <a href="/settings/subscription" className="font-semibold underline">
        Pay now or change your card
      </a>
    </aside>
  )
}
