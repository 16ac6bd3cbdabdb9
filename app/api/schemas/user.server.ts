import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { idJson } from './answers.server.ts'

export const userJson = z
  .strictObject({
    _id: idJson,
    name: z.string(),
    email: z.string(),
    role: z.string().meta({ description: '`admin`, or another word for readers.' }),
    emailVerified: z.boolean(),
    isEmailVerified: z.boolean(),
    isSubscribed: z.boolean().meta({ description: 'Whether the reader has full access.' }),
    isSocialAuthenticated: z
      .boolean()
      .meta({ description: 'Whether the account has no password.' }),
  })
  .meta({ id: 'User' })

/**
 * A reader in an answer.
 * @param isSubscribed whether the reader has full access
 */
export function toUserJson(
  user: {
    id: number
    name: string
    email: string
    role: string
    emailVerified: boolean
    hasPassword: boolean
  },
  isSubscribed: boolean,
): z.output<typeof userJson> {
  return {
    _id: publicId(user.id),
    name: user.name,
    email: user.email,
    role: user.role,
    emailVerified: user.emailVerified,
    // Older clients read this spelling.
    isEmailVerified: user.emailVerified,
    isSubscribed,
    isSocialAuthenticated: !user.hasPassword,
  }
}
