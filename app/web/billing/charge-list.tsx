import type { ChargeView } from '../../billing/service/list-charges.server.ts'
import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import './billing.css'

const STATUS: Record<ChargeView['status'], string> = {
  paid: 'Paid',
  failed: 'Not paid',
  void: 'Not charged',
  coming: 'Upcoming',
}

/** All charges, upcoming ones first. */
export function ChargeList({ charges }: { charges: ChargeView[] }) {
  if (charges.length === 0) return <p className="text-soft">You have not been charged yet.</p>
  return (
    <ul className="grid gap-3">
      {charges.map(
        ({
          at,
          amount,
          description,
          status,
          refundedCents,
          failedRefundCents,
          isDisputed,
          url,
        }) => (
          <li
            key={`${at.getTime()} ${description}`}
            className="charge flex flex-wrap justify-between gap-x-6 gap-y-1 rounded-control bg-sunk px-4 py-3"
          >
            <span>
              {status === 'coming' ? deadlineDay(at) : longDate(at)}
              <br />
              <span className="text-sm text-soft">{description}</span>
            </span>
            <span className="text-right">
              <strong>{amount}</strong> <span className="text-soft">· {STATUS[status]}</span>
              {refundedCents > 0 && (
                <>
                  <br />
                  <span className="text-sm">{money(refundedCents)} refunded</span>
                </>
              )}
              {failedRefundCents > 0 && (
                <>
                  <br />
                  <span className="text-sm">
                    {money(failedRefundCents)} sent back by your bank; we will email you
                  </span>
                </>
              )}
              {isDisputed && (
                <>
                  <br />
                  <span className="text-sm">Reversed by your bank</span>
                </>
              )}
              {url && (
                <>
                  <br />
                  <a href={url} className="text-link inline-flex min-h-6 items-center text-sm">
                    {status === 'failed' ? 'Pay this invoice' : 'Receipt'}
                    <span className="sr-only"> of {longDate(at)}</span>
                  </a>
                </>
              )}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}

/** The billing emails, newest first. */
export function EmailList({ emails }: { emails: { title: string; at: Date }[] }) {
  if (emails.length === 0)
    return <p className="text-soft">We haven’t sent you any billing emails yet.</p>
  return (
    <ul className="grid gap-2">
      {emails.map(({ title, at }) => (
        <li key={`${at.getTime()} ${title}`} className="flex flex-wrap justify-between gap-x-6">
          <span>{title}</span>
          <span className="text-soft">{longDate(at)}</span>
        </li>
      ))}
    </ul>
  )
}
