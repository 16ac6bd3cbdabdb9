import { BottomBar } from '../shell/bottom-bar.tsx'

/** A page below the account settings. */
export function SettingsFrame({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="no-print mb-2">
        <a href="/settings" className="text-link inline-flex min-h-11 items-center">
          Account Settings
        </a>
      </p>
      {title && <h1 className="page-title mb-6">{title}</h1>}
      {children}
      <BottomBar />
    </div>
  )
}
