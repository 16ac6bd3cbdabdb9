import { z } from 'zod'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { MAX_SHARED_BY_CHARS } from '../rules/sharing/share.ts'
import { bookId } from './marks.ts'
import { oneLine } from './texts.ts'

const sharedBy = oneLine(
  'Please enter the name that your friend knows you by.',
  MAX_SHARED_BY_CHARS,
)
  .refine((name) => !/@|:\/\//.test(name), {
    error: 'Please enter a name. Your friend does not see your email address.',
  })
  .meta({ description: 'Your name, as your friend sees it.' })

const id = z
  .string()
  .transform((typed) => idFrom(typed) ?? 0)
  .meta({ description: 'The `id` of a link.', example: '00000000000000000000000a' })

export const shareForm = z.object({ sharedBy })
export const shareInput = z.object({ bookId, sharedBy: sharedBy.optional() })

export const revokeForm = z.object({ share: id })
export const shareIdParams = z.object({ id })
