const takeFocus = (title: HTMLElement | null) => title?.focus()

interface LoadErrorProps {
  title: string
  /** The address that asks for it anew. */
  again: string
}

/** Stands in the place of what a lost connection has kept away; what had the focus went with that. */
export function LoadError({ title, again }: LoadErrorProps) {
  return (
    <div className="wrap flex grow flex-col items-center py-32 text-center">
      <h1 ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-md text-soft">
        The connection seems to be interrupted. Check it and try again.
      </p>
      <a href={again} className="button mt-6">
        Try again
      </a>
    </div>
  )
}
