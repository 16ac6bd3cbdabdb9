import { z } from 'zod'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { goalInput, yearQuery } from '../../reading/schema/my-year.ts'
import { myYear } from '../../reading/service/my-year.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

const count = z.int().min(0)

const figures = {
  books: count.meta({ description: 'Books marked as read.' }),
  minutes: count.meta({ description: 'How long it takes to read their summaries.' }),
  ideas: count.meta({ description: 'Highlights made.' }),
}

export const loader = endpoint(
  defineCall({
    id: 'myYear',
    tag: 'Reading',
    summary: 'What the reader did in a year and this month',
    description:
      'Days, weeks, and months follow the reader’s time zone, which they choose in their settings or which their browser reports; weeks begin on Mondays. `/browse/year/{year}.png` is a picture of the year.',
    success: 'The figures.',
    errors: { 400: INVALID_INPUT },
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    query: yearQuery,
    output: z.strictObject({
      year: z.int(),
      years: z.array(z.int()).meta({ description: 'Years with activity, latest first.' }),
      ...figures,
      months: z.array(count).length(12).meta({ description: 'Books by month, from January.' }),
      genres: z
        .array(z.strictObject({ genre: z.enum(GENRES.map(({ slug }) => slug)), books: count }))
        .meta({ description: 'The most read first.' }),
      noteId: z.string().nullable().meta({ description: 'A highlight of the year.' }),
      thisMonth: z.strictObject({ month: z.int().min(1).max(12), ...figures }),
      goal: z
        .strictObject({
          ...goalInput.shape,
          done: count.meta({ description: 'Books since the week or month began.' }),
        })
        .nullable()
        .meta({ description: 'How many books the reader wants to read; null: no goal.' }),
    }),
    async handler({ signedIn: { user }, query }) {
      const {
        finished: _,
        passage,
        thisMonth,
        genres,
        ...year
      } = await myYear(user, query.year ?? null)
      const { goal, ...month } = thisMonth
      return {
        data: {
          ...year,
          genres: genres as { genre: (typeof GENRES)[number]['slug']; books: number }[],
          noteId: passage?.id ?? null,
          thisMonth: month,
          goal,
        },
      }
    },
  }),
)

export { loader as action }
