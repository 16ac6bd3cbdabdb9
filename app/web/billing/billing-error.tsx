import { Callout } from '../ui/callout.tsx'

export function BillingError({ children }: { children: React.ReactNode }) {
  return (
    <Callout isProblem>
      <p className="font-semibold">Error</p>
      <div className="mt-1">{children}</div>
    </Callout>
  )
}
