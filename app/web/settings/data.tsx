import { epubPath } from '../../catalogue/rules/addresses.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { MY_LIST_PATH } from '../../reading/rules/epub.ts'
import { EXPORT_FILES } from '../highlights/export-links.tsx'
import { MY_HIGHLIGHTS_PATH } from '../highlights/my-highlights-address.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import type { Route } from './+types/data'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const meta: Route.MetaFunction = () => [{ title: 'Your data · Readr' }]

export function loader({ url, context }: Route.LoaderArgs) {
  requireReader(context, url)
  return null
}

const FILES = [
  ['/settings/download/readr-data.json', 'Everything we store about you (JSON)'],
  ['/settings/download/my-list.csv', 'My List (CSV)'],
  ['/settings/download/read-books.csv', 'Books you marked as read (CSV)'],
  [epubPath('/browse/books'), 'All summaries you can read (EPUB)'],
  [`${epubPath('/browse/books')}?notes=1`, 'The same, with your highlights and notes (EPUB)'],
  [epubPath(MY_LIST_PATH), 'The summaries in My List (EPUB)'],
] as const

const NOTES = EXPORT_FILES.map(
  ([file, label, purpose]) => [`${MY_HIGHLIGHTS_PATH}/${file}`, `${label}, ${purpose}`] as const,
)

export default function DataPage() {
  return (
    <SettingsFrame title="Your data">
      <section aria-labelledby="download">
        <h2 id="download" className="text-2xl">
          Download a copy
        </h2>
        <p className="mt-2 text-soft">
          You can do this at any time. The files do not include passwords or other secrets.
        </p>
        <Files files={FILES} />
        <h3 className="mt-5 text-lg">Your highlights and notes</h3>
        <Files files={NOTES} />
        <LineLink href={MY_HIGHLIGHTS_PATH}>Read and search them</LineLink>
      </section>
      <section aria-labelledby="copies" className="mt-10 border-t border-line pt-6">
        <h2 id="copies" className="text-2xl">
          Saved on this device
        </h2>
        <p className="mt-2 text-soft">
          Books that you save for reading offline are kept on this device only.
        </p>
        <a
          href="/browse/books/my-list"
          className="text-link mt-2 inline-flex min-h-11 items-center"
        >
          Manage them in My List
        </a>
      </section>
    </SettingsFrame>
  )
}

function Files({ files }: { files: readonly (readonly [address: string, label: string])[] }) {
  return (
    <ul className="mt-2">
      {files.map(([address, label]) => (
        <li key={address}>
          <LineLink href={address} download>
            {label}
          </LineLink>
        </li>
      ))}
    </ul>
  )
}
