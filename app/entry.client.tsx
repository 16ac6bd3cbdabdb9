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
