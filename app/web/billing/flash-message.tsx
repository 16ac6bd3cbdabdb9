import { Notice } from '../ui/notice.tsx'

/** The result of the last action, shown once. */
export function FlashMessage({
  message,
}: {
  message: { isProblem: boolean; text: string } | null
}) {
  if (!message) return null
  return (
    <Notice isProblem={message.isProblem} className="mt-5">
      {message.text}
    </Notice>
  )
}
