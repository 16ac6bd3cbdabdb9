import { z } from 'zod'
import { listedTimeZone } from '../rules/time-zone.ts'

export const timeZone = z
  .string()
  .refine((name) => listedTimeZone(name) !== null, {
    error: 'Please choose a time zone from the list.',
  })
  .overwrite((name) => listedTimeZone(name) ?? name)
