/** What went wrong with money, above everything else on the page. */
export function BillingError({ children }: { children: React.ReactNode }) {
  return (
    <div role="alert" className="notice notice-alert block">
      <p className="font-semibold">Error</p>
      <div className="mt-1">{children}</div>
    </div>
  )
}
