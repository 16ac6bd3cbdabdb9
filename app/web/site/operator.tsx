import { MailLink } from '../shell/legal-page.tsx'

export interface OperatorView {
  name: string
  address: string[]
  email: string
}

/** The postal address of the operator. */
export function OperatorAddress({
  operator: { name, address, email },
}: {
  operator: OperatorView
}) {
  return (
    <address className="not-italic">
      <strong>{name}</strong>
      {address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="block">
        <MailLink email={email} />
      </span>
    </address>
  )
}
