import { readerDate } from '../../accounts/rules/reader-date.ts'
import { MAX_OPENINGS } from '../../reading/rules/sharing/share.ts'
import type { SeenShare } from '../../reading/service/sharing/list-shares.server.ts'
import { ShareButton } from '../catalogue/reading-tools.tsx'

/** A link with its dates as text, by the reader's clock. */
export const shareView = (
  { sharedAt, expiresAt, ...share }: SeenShare,
  timeZone: string | null,
) => ({
  ...share,
  sharedOn: readerDate(sharedAt, timeZone),
  endsOn: readerDate(expiresAt, timeZone),
})

export type ShareView = ReturnType<typeof shareView>

export const openedText = (openings: number) =>
  openings === 0
    ? 'not opened yet'
    : `opened in ${openings} ${openings === 1 ? 'browser' : 'browsers'}`

/** An open link, to copy or to send. */
export function ShareLink({ share }: { share: ShareView }) {
  const { id, url, book, sharedBy, openings, endsOn } = share
  return (
    <section aria-label="The link" className="mt-6 max-w-xl rounded-panel bg-sunk p-6">
      <label htmlFor={`link-${id}`} className="mb-1 block font-semibold">
        Link for your friend
      </label>
      <input
        id={`link-${id}`}
        readOnly
        value={url}
        className="field"
        autoComplete="off"
        spellCheck={false}
      />
      <p className="mt-4">
        <ShareButton address={url} title={book?.title ?? ''} />
      </p>
      <p className="mt-4 text-sm text-soft">
        From {sharedBy}, {openedText(openings)}. It ends on {endsOn}, or after {MAX_OPENINGS}{' '}
        browsers.
      </p>
    </section>
  )
}
