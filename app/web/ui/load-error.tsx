import { ButtonLink } from './controls.tsx'

const takeFocus = (title: HTMLElement | null) => title?.focus()

interface LoadErrorProps {
  title: string
  again: string
}

/** Replaces content that did not load. It takes the focus, because the focused element may be gone. */
export function LoadError({ title, again }: LoadErrorProps) {
  return (
    <div className="wrap flex grow flex-col items-center py-32 text-center">
      <h1 ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-md text-soft">Check your connection, or try again in a moment.</p>
      <ButtonLink href={again} className="mt-6">
        Try Again
      </ButtonLink>
    </div>
  )
}
