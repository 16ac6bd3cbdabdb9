import { useLocation, useNavigation } from 'react-router'
import { Dial } from './icons.tsx'

/** Among themselves, lists show where their books will be. */
const isList = (path: string) => /^\/browse\/books(?!\/my-list)/.test(path)

/**
 * Lies over the page that was left while the framework fetches another one, and with it who is
 * signed in: not at once, for most come before anybody looks up.
 */
export function NavigationSpinner() {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  if (next === undefined || next === pathname || (isList(next) && isList(pathname))) return null
  return (
    <div className="waiting" role="status">
      <TurningDial />
      <span className="sr-only">Your page is on its way.</span>
    </div>
  )
}

export const TurningDial = () => <Dial quarters={1} className="turning size-10" />
