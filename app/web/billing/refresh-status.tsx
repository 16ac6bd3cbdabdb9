import { PostForm } from '../ui/post-form.tsx'

interface RefreshStatusProps {
  /** The page that refreshes; by default, this one. */
  action?: string
  problem: React.ReactNode
  children: React.ReactNode
}

/** The form of 'Refresh Status'. A script sends it and writes `data-failed` if that fails. */
export function RefreshStatus({ action, problem, children }: RefreshStatusProps) {
  const isHidden = problem === undefined
  return (
    <PostForm id="refresh-status" action={action} data-failed="Failed to fetch subscription status">
      <div
        role="alert"
        tabIndex={-1}
        autoFocus={!isHidden}
        hidden={isHidden}
        className="callout callout-alert mb-3 outline-none"
      >
        {problem}
      </div>
      {children}
    </PostForm>
  )
}
