import { NO_READER, PAGE_READER_FIELD, pageReader } from '../behaviors/page-reader.ts'

/**
 * A form that changes something. It says for which reader its page was made, so that it never acts for
 * another one. With JavaScript, behaviors/send-forms.ts sends it, unless it has a target.
 */
export function PostForm({ children, ...props }: Omit<React.ComponentProps<'form'>, 'method'>) {
  return (
    <form method="post" {...props}>
      <input
        type="hidden"
        name={PAGE_READER_FIELD}
        value={import.meta.env.SSR ? NO_READER : pageReader()}
      />
      {children}
    </form>
  )
}
