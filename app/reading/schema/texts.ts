import { z } from 'zod'

/** The message is made when it is needed: Node's data about languages takes 8 MB of memory. */
export const tooLong = (max: number) => ({
  error: () => `Please use at most ${max.toLocaleString('en-US')} characters.`,
})

const text = (clean: (typed: string) => string, message: string, max: number, min: number) =>
  z.string({ error: message }).overwrite(clean).min(min, { error: message }).max(max, tooLong(max))

const cleanLines = (typed: string) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()

const cleanLine = (typed: string) => typed.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const NO_TEXT = 'Please enter a text, or leave it out.'

/** A text of several lines, as a database can store it. */
export const lines = (message: string, max: number) => text(cleanLines, message, max, 1)

export const optionalLines = (max: number) => text(cleanLines, NO_TEXT, max, 0).optional()

/** A text in one line, without control characters. */
export const oneLine = (message: string, max: number) => text(cleanLine, message, max, 1)

/** The same, which may be left out or empty. */
export const optionalLine = (max: number) => text(cleanLine, NO_TEXT, max, 0).optional()
