interface Look {
  /** `link`: an underlined word instead of a button. */
  look?: 'large' | 'quiet' | 'danger' | 'link'
  className?: string
}

function classesOf(look: Look['look'], more: Look['className']): string {
  const base = look === 'link' ? 'text-link min-h-11' : look ? `button button-${look}` : 'button'
  return more ? `${base} ${more}` : base
}

interface SubmitButtonProps extends Omit<React.ComponentProps<'button'>, 'className'>, Look {
  /** The field `intent`, which distinguishes the buttons and forms of a page. */
  intent?: string
}

export function SubmitButton({ intent, look, className, ...attributes }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      {...(intent && { name: 'intent', value: intent })}
      {...attributes}
      className={classesOf(look, className)}
    />
  )
}

type LinkProps = Omit<React.ComponentProps<'a'>, 'className'>

function link(attributes: LinkProps, className: string) {
  return (
    <a {...attributes} className={className}>
      {attributes.children}
    </a>
  )
}

export function ButtonLink({ look, className, ...attributes }: LinkProps & Look) {
  return link(attributes, classesOf(look, className))
}

export function TextLink(attributes: LinkProps) {
  return link(attributes, 'text-link')
}

/** A link in a separate line, as high as a finger needs. */
export function LineLink(attributes: LinkProps) {
  return link(attributes, 'text-link inline-flex min-h-11 items-center')
}
