import { requireReader } from '../../middleware/guards.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import type { Route } from './+types/data'

export const handle = { withoutScripts: true, bottomBar: true }

export const meta: Route.MetaFunction = () => [{ title: 'Your data · Readr' }]

export function loader({ url, context }: Route.LoaderArgs) {
  requireReader(context, url)
  return null
}

const FILES = [
  ['readr-data.json', 'Everything we store about you (JSON)'],
  ['my-list.csv', 'My List (CSV)'],
  ['read-books.csv', 'Books you marked as read (CSV)'],
] as const

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
        <ul className="mt-2">
          {FILES.map(([file, label]) => (
            <li key={file}>
              <a
                href={`/settings/download/${file}`}
                download
                className="text-link inline-flex min-h-11 items-center"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
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
