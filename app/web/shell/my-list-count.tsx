import type { ReaderFrame } from '../../middleware/root-facts.server.ts'
import { type Packed, ReaderSlot, unpacked } from '../ui/reader-slot.tsx'

/** The number of books in My List, which behaviors/changes/marks.ts updates. */
export function MyListCount({ own }: { own: Packed<ReaderFrame> }) {
  return (
    <ReaderSlot value={unpacked('frame', own).pick(({ savedCount }) => savedCount)}>
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
    </ReaderSlot>
  )
}
