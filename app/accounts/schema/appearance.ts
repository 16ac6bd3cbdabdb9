import { z } from 'zod'
import { TEXT_FACES, TEXT_SIZES, TEXT_WIDTHS, THEMES } from '../rules/appearance.ts'

export const appearanceChoice = z
  .object({
    theme: z.enum(THEMES).optional(),
    size: z.enum(TEXT_SIZES).optional(),
    width: z.enum(TEXT_WIDTHS).optional(),
    face: z.enum(TEXT_FACES).optional(),
  })
  .refine((choice) => Object.keys(choice).length > 0)
