import { Notice } from '../ui/notice.tsx'

/** The Error box of the billing pages. */
export function BillingError({ children }: { children: React.ReactNode }) {
  return (
    <Notice isProblem>
      <p className="font-semibold">Error</p>
      <div className="mt-1">{children}</div>
    </Notice>
  )
}
