interface DelayedRedirectProps {
  to: string
  seconds: number
}

/**
 * Leads on to another page after some seconds: where scripts run follow-lead.ts does it, else
 * the page's own refresh.
 */
export function DelayedRedirect({ to, seconds }: DelayedRedirectProps) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${seconds};url=${to}`} />
      </noscript>
      <span hidden data-leads-to={to} data-after={seconds} />
    </>
  )
}
