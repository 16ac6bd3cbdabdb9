import { z } from 'zod'
import { listedTimeZone } from '../rules/time-zone.ts'

/** The name of a time zone, as the server lists it. */
export const timeZone = z
  .string()
  .refine((name) => listedTimeZone(name) !== null, {
    error: 'Please choose a time zone from the list.',
  })
  .overwrite((name) => listedTimeZone(name) ?? name)
