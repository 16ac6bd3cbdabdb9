import { z } from 'zod'

const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en-US')} characters.`

/** A text of several lines, as a database can store it. */
export const lines = (message: string, max: number) =>
  z
    .string({ error: message })
    .overwrite((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())
    .min(1, { error: message })
    .max(max, { error: tooLong(max) })

/** A text in one line, without control characters. */
export const oneLine = (message: string, max: number) =>
  z
    .string({ error: message })
    .overwrite((typed) => typed.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .min(1, { error: message })
    .max(max, { error: tooLong(max) })
