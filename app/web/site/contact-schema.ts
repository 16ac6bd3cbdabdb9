import { numberText } from '../../platform/number-text.ts'
import { z } from 'zod'

const required = (message: string, max: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: () => `Please use at most ${numberText(max)} characters.` })

export const contactForm = z.object({
  name: required('Please enter your name.', 100),
  email: required('Please enter your email address.', 254).pipe(
    z.email({ error: 'Please enter an email address such as name@example.com.' }),
  ),
  message: required('Please enter a message.', 5000),
})
