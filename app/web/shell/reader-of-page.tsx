import type { ReaderFrame } from '../../middleware/root-facts.server.ts'
import { type Packed, ReaderSlot, unpacked } from '../ui/reader-slot.tsx'

/** Says to scripts whom the page is for (behaviors/page-reader.ts). */
export function ReaderOfPage({ own }: { own: Packed<ReaderFrame> }) {
  return (
    <ReaderSlot value={unpacked('frame', own).pick(({ id }) => id)}>
      {(id) => <span hidden data-reader={id} suppressHydrationWarning />}
    </ReaderSlot>
  )
}
