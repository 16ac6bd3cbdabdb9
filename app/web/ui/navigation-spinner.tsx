import { useLocation, useNavigation } from 'react-router'
import { Dial } from './icons.tsx'

/** Between lists, the page shows gray cards instead. */
const isList = (path: string) => /^\/browse\/books(?!\/my-list)/.test(path)

/** Covers the page while the framework fetches the next one, after a short delay. */
export function NavigationSpinner() {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  if (next === undefined || next === pathname || (isList(next) && isList(pathname))) return null
  return (
    <div className="waiting" role="status">
      <SpinningDial />
      <span className="sr-only">The page is loading.</span>
    </div>
  )
}

export const SpinningDial = () => <Dial quarters={1} className="rotating size-10" />
