import { BottomBar } from '../shell/bottom-bar.tsx'
import { LineLink } from '../ui/controls.tsx'

/** A page below the account settings. */
export function SettingsFrame({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="no-print mb-2">
        <LineLink href="/settings">Account Settings</LineLink>
      </p>
      {title && <h1 className="page-title mb-6">{title}</h1>}
      {children}
      <BottomBar />
    </div>
  )
}
