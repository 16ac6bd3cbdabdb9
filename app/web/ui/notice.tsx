interface NoticeProps {
  id?: string
  isProblem?: boolean
  className?: string
  children: React.ReactNode
}

/**
 * What has become of what the reader did. A page that was loaded to say it begins there: that is
 * what a screen reader reads first, and where Tab goes on, also without JavaScript.
 */
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
