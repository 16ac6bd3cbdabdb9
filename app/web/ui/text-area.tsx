import { memo } from 'react'

/**
 * A text area without state. React sets the default value at every rendering, which moves the cursor to
 * the start until the text is changed, so it is rendered again only if an attribute has changed.
 */
export const TextArea = memo((attributes: React.ComponentProps<'textarea'>) => (
  <textarea {...attributes} />
))
