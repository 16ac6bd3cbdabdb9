import { Callout } from '../ui/callout.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'

/** The result of the last action, shown once. */
export function FlashMessage({
  message,
}: {
  message: { isProblem: boolean; text: string } | null
}) {
  if (!message) return null
  return (
    <Callout isProblem={message.isProblem} className="mt-5">
      <Paragraphs text={message.text} />
    </Callout>
  )
}
