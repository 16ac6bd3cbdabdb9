import { useContext } from 'react'
import { NonceContext } from './nonce.ts'

/**
 * An inline script, which the headers allow by its hash.
 * @param code without it, the browser keeps what the server wrote
 */
export function InlineScript({ code = '' }: { code?: string | undefined }) {
  const nonce = useContext(NonceContext)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
  )
}
