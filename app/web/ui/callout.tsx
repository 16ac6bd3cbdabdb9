interface CalloutProps {
  id?: string
  isProblem?: boolean
  hidden?: boolean
  className?: string
  children: React.ReactNode
}

/** The result of an action. It takes the focus, so that screen readers read it first. */
export function Callout({
  id,
  isProblem = false,
  hidden = false,
  className = '',
  children,
}: CalloutProps) {
  return (
    <div
      id={id}
      role={isProblem ? 'alert' : 'status'}
      tabIndex={-1}
      hidden={hidden}
      autoFocus={!hidden}
      className={`callout outline-none ${isProblem ? 'callout-alert' : ''} ${className}`}
    >
      {children}
    </div>
  )
}
