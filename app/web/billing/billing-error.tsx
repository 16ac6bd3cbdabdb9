import { Notice } from '../ui/notice.tsx'

/** What went wrong with money, above everything else on the page. */
export function BillingError({ children }: { children: React.ReactNode }) {
  return (
    <Notice isProblem>
      <p className="font-semibold">Error</p>
      <div className="mt-1">{children}</div>
    </Notice>
  )
}
