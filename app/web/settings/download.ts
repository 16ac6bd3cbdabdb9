import { requireReader } from '../../middleware/require-reader.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { toCsv } from '../../platform/csv.server.ts'
import { env } from '../../platform/env.server.ts'
import { bookTable, personalData } from '../../accounts/service/export-personal-data.server.ts'
import type { Route } from './+types/download'

/** The files that a reader can download, by name. */
const FILES: Record<string, (userId: number) => Promise<string>> = {
  'readr-data.json': async (userId) => JSON.stringify(await personalData(userId), null, 2) + '\n',
  'my-list.csv': async (userId) => bookCsv(await bookTable(userId, 'list')),
  'read-books.csv': async (userId) => bookCsv(await bookTable(userId, 'read')),
}

/** A table with the addresses of its books instead of their slugs, which are in the last column. */
function bookCsv([header, ...rows]: Awaited<ReturnType<typeof bookTable>>): string {
  const address = (slug: string | Date) => env().appUrl + summaryPath(String(slug))
  return toCsv(
    [
      [...header!.slice(0, -1), 'address'],
      ...rows.map((row) => [...row.slice(0, -1), address(row.at(-1)!)]),
    ],
    { bom: true },
  )
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const make = Object.hasOwn(FILES, params.file) ? FILES[params.file] : undefined
  if (!make) throw new Response(null, { status: 404 })
  const { user } = requireReader(context, url)
  return new Response(await make(user.id), {
    headers: {
      'Content-Type': params.file.endsWith('.csv')
        ? 'text/csv; charset=utf-8'
        : 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${params.file}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
