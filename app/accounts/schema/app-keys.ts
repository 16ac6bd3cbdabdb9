import { z } from 'zod'
import { SCOPE_NAMES } from '../rules/app-keys.ts'
import { PERSONAL_TOKEN_TTL_DAYS } from '../rules/lifetimes.ts'
import { PODCAST_SELECTION_NAMES } from '../rules/podcast-feed-keys.ts'
import { complete, givenPassword, name } from './fields.ts'

const NAME_IT = 'Please enter a name, such as “KOReader”.'

/** The password is missing only on accounts without one; the use case decides. */
const named = { name, password: givenPassword.optional() }

export const appPasswordInput = complete(['name'], NAME_IT, z.object(named))

export const podcastKeyInput = complete(
  ['name'],
  'Please enter a name, such as “My phone”.',
  z.object({ ...named, selection: z.enum(PODCAST_SELECTION_NAMES) }),
)

const days = PERSONAL_TOKEN_TTL_DAYS.map(String)

export const tokenInput = complete(
  ['name'],
  NAME_IT,
  z.object({
    ...named,
    scopes: z
      .array(z.enum(SCOPE_NAMES))
      .min(1, { error: 'Please choose what the token can do.' })
      .max(SCOPE_NAMES.length),
    /** In days; null: it does not expire. */
    lifetime: z
      .enum([...days, 'never'])
      .default('never')
      .transform((v) => (v === 'never' ? null : Number(v))),
  }),
)
