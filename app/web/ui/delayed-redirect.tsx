interface DelayedRedirectProps {
  to: string
  seconds: number
}

/** Redirects after some seconds: by behaviors/delayed-redirect.ts or, without scripts, by a refresh. */
export function DelayedRedirect({ to, seconds }: DelayedRedirectProps) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${seconds};url=${to}`} />
      </noscript>
      <span hidden data-redirect={to} data-after={seconds} />
    </>
  )
}
