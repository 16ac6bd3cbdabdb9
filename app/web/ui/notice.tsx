interface NoticeProps {
  id?: string
  isProblem?: boolean
  className?: string
  children: React.ReactNode
}

/** The result of an action. It takes the focus, so that screen readers read it first. */
export function Notice({ id, isProblem = false, className = '', children }: NoticeProps) {
  return (
    <div
      id={id}
      role={isProblem ? 'alert' : 'status'}
      tabIndex={-1}
      autoFocus
      className={`notice outline-none ${isProblem ? 'notice-alert' : ''} ${className}`}
    >
      {children}
    </div>
  )
}
