import { startTransition, StrictMode, use, useLayoutEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const never = new Promise<never>(() => {})
const noChanges = () => () => {}
const listeners: Parameters<Document['addEventListener']>[] = []
let isHydrated = false

/**
 * Keeps the server's page if it can't be hydrated, for example because the browser has translated it:
 * React would write it again, and this makes it wait instead. The page works as without the framework.
 */
function ServerPage({ children }: { children: React.ReactNode }) {
  const isHydrating = useSyncExternalStore(
    noChanges,
    () => false,
    () => true,
  )
  useLayoutEffect(() => {
    isHydrated = true
  }, [])
  if (!isHydrating && !isHydrated) {
    // While React waits, its listeners would keep events from those of the page.
    for (const listener of listeners.splice(0)) document.removeEventListener(...listener)
    document.dispatchEvent(new Event('readr:failed'))
    use(never)
  }
  return children
}

document.addEventListener = (...listener: (typeof listeners)[number]) => {
  listeners.push(listener)
  Document.prototype.addEventListener.apply(document, listener)
}

/** What the router keeps in a page, and the part of the browser's own that it does not know yet. */
interface Navigations {
  __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  navigation?: EventTarget
}

/** The router reloads the page when a part of another page is missing: the link is followed instead. */
const { navigation } = window as never as Navigations
navigation?.addEventListener('navigate', (event) => {
  const { navigationType, userInitiated } = event as Event & {
    navigationType: string
    userInitiated: boolean
  }
  const to = (window as never as Navigations).__reactRouterDataRouter?.state.navigation.location
  if (navigationType !== 'reload' || userInitiated || !to) return
  event.preventDefault()
  location.assign(to.pathname + to.search + to.hash)
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ServerPage>
        <HydratedRouter />
      </ServerPage>
    </StrictMode>,
  )
})
Reflect.deleteProperty(document, 'addEventListener')
