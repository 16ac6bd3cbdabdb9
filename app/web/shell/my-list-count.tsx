import type { ReaderFrame } from '../../middleware/root-data.server.ts'
import { ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import type { ReaderJson } from '../../platform/reader-json.ts'

/** The number of books in My List, which behaviors/changes/marks.ts updates. */
export function MyListCount({ own }: { own: ReaderJson<ReaderFrame> }) {
  return (
    <ReaderFragment value={readerValue('frame', own).pick(({ savedCount }) => savedCount)}>
      {(count) => (
        <span
          hidden={count === 0}
          data-list-count=""
          className="list-count"
          suppressHydrationWarning
        >
          {count}
          <span className="sr-only" suppressHydrationWarning>
            {count === 1 ? ' book' : ' books'}
          </span>
        </span>
      )}
    </ReaderFragment>
  )
}
