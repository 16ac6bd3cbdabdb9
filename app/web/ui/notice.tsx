interface NoticeProps {
  id?: string
  isProblem?: boolean
  hidden?: boolean
  className?: string
  children: React.ReactNode
}

/** The result of an action. It takes the focus, so that screen readers read it first. */
export function Notice({
  id,
  isProblem = false,
  hidden = false,
  className = '',
  children,
}: NoticeProps) {
  return (
    <div
      id={id}
      role={isProblem ? 'alert' : 'status'}
      tabIndex={-1}
      hidden={hidden}
      autoFocus={!hidden}
      className={`notice outline-none ${isProblem ? 'notice-alert' : ''} ${className}`}
    >
      {children}
    </div>
  )
}
