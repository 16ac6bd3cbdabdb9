import { Callout } from './callout.tsx'
import { PostForm } from './post-form.tsx'

interface FieldFormProps {
  id: string
  problem: string | undefined
  children: React.ReactNode
}

/** A form that works without JavaScript, with its fields in a column. */
export function FieldForm({ id, problem, children }: FieldFormProps) {
  return (
    <PostForm id={id} noValidate className="mt-8 grid max-w-xl grid-cols-1 gap-5">
      {problem && <Callout isProblem>{problem}</Callout>}
      {children}
    </PostForm>
  )
}

/** Of the fields of a form, the first with an error takes the focus. */
export function focusFirstError(fields: { name: string; errors?: string[] | undefined }[]) {
  const first = fields.find(({ errors }) => errors)?.name
  return ({ name }: { name: string }) => ({ takesFocus: name === first })
}
