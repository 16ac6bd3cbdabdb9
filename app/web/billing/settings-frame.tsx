import { BottomBar } from '../shell/bottom-bar.tsx'
import { LineLink } from '../ui/controls.tsx'
import { FlashMessage } from './flash-message.tsx'

interface SettingsFrameProps {
  title?: string
  flash?: React.ComponentProps<typeof FlashMessage>['message']
  children: React.ReactNode
}

/** A page below the account settings: its title, what was just done, and its content. */
export function SettingsFrame({ title, flash = null, children }: SettingsFrameProps) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="no-print mb-2">
        <LineLink href="/settings">Account Settings</LineLink>
      </p>
      {title && <h1 className="page-title mb-6">{title}</h1>}
      <FlashMessage message={flash} />
      {children}
      <BottomBar />
    </div>
  )
}
