import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

/** Renders what repeats to markup, once for each key. */
export const FinishContext = /* @__PURE__ */ createContext<
  ((key: string, content: () => React.ReactNode) => string) | null
>(null)

interface FinishedProps extends Pick<
  React.HTMLAttributes<HTMLElement>,
  'id' | 'className' | 'aria-label' | 'aria-labelledby'
> {
  element: 'div' | 'fieldset' | 'li' | 'nav' | 'ul'
  /** What is rendered. */
  name: string
  /** All that the content depends on. Browsers do not need it: there, nothing repeats. */
  dependsOn?: unknown
  /** It depends on the page's address too. */
  isPlaced?: boolean
  /** It has no state, no context but the router's location, and no pictures that load right away. */
  children: () => React.ReactNode
}

/** An element whose content the server renders once for all pages and readers that show the same. */
export function Finished(props: FinishedProps) {
  if (import.meta.env.SSR) return <OnServer {...props} />
  const {
    element: Element,
    name: _,
    dependsOn: _data,
    isPlaced: _placed,
    children,
    ...attributes
  } = props
  return <Element {...attributes}>{children()}</Element>
}

function OnServer({
  element: Element,
  name,
  dependsOn,
  isPlaced,
  children,
  ...attributes
}: FinishedProps) {
  const finish = useContext(FinishContext)
  const { pathname, search } = useLocation()
  if (!finish) return <Element {...attributes}>{children()}</Element>
  const __html = finish(JSON.stringify([name, dependsOn, isPlaced && pathname + search]), children)
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html }} />
}
