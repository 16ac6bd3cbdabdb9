import { createContext, useContext } from 'react'

/** Renders what repeats to markup, once for each key. Null in browsers, where nothing repeats. */
export const FinishContext = /* @__PURE__ */ createContext<
  ((key: string, content: () => React.ReactNode) => string) | null
>(null)

interface FinishedProps {
  id?: string | undefined
  className?: string | undefined

  element: 'div' | 'li'
  /** Everything that the content depends on. */
  dependsOn: unknown
  /** It has no state, no context but the router's location, and no pictures that load right away. */
  children: () => React.ReactNode
}

/** An element whose content the server renders once for all pages and readers that show the same. */
export function Finished({ element: Element, dependsOn, children, ...attributes }: FinishedProps) {
  const finish = useContext(FinishContext)
  if (!import.meta.env.SSR || !finish) return <Element {...attributes}>{children()}</Element>
  const __html = finish(JSON.stringify(dependsOn), children)
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html }} />
}
