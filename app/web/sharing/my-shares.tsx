import { data } from 'react-router'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { readForm, redirectWithText } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { SHARES_PATH } from '../../reading/rules/sharing/address.ts'
import { MAX_OPENINGS, SHARE_TTL_DAYS, type ShareState } from '../../reading/rules/sharing/share.ts'
import { revokeForm } from '../../reading/schema/sharing.ts'
import { listShares } from '../../reading/service/sharing/list-shares.server.ts'
import { revokeShare } from '../../reading/service/sharing/revoke-share.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { ShareButton } from '../catalogue/reading-tools.tsx'
import { openedText, shareView, type ShareView } from './share-link.tsx'
import type { Route } from './+types/my-shares'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

const TITLE = 'Shared summaries'

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Readr` }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const access = accessOf(context)
  const { shares } = await listShares({ id: user.id, access, timeZone: user.timeZone })
  return {
    isSubscriber: access === 'full',
    shares: shares.map((share) => shareView(share, user.timeZone)),
    flash: await takeFlashMessage(session.id),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user, session } = readerOfForm(context, SHARES_PATH)
  const { data: revoked } = revokeForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!revoked) throw data(null, { status: 400 })
  try {
    await revokeShare(user.id, revoked.share)
    const text = 'Revoked. The link no longer works.'
    return await redirectWithText(session.id, SHARES_PATH, text)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return redirectWithText(session.id, SHARES_PATH, error.message, true)
  }
}

export default function MySharesPage({ loaderData }: Route.ComponentProps) {
  const { shares, isSubscriber, flash } = loaderData
  return (
    <SettingsFrame title={TITLE} flash={flash}>
      <p className="mt-4 text-soft">
        {isSubscriber
          ? `You can open one summary a week in full for a friend. Its link works for ${SHARE_TTL_DAYS} days, in ${MAX_OPENINGS} browsers at most.`
          : 'With a subscription, you can open one summary a week in full for a friend.'}
      </p>
      {shares.length === 0 && isSubscriber && (
        <p className="mt-4">
          You haven’t shared a summary yet. To share one, select “Open it for a friend” on its page.
        </p>
      )}
      <ul className="mt-6 grid gap-3">
        {shares.map((share) => (
          <Share key={share.id} share={share} />
        ))}
      </ul>
    </SettingsFrame>
  )
}

const STATE_TEXTS: Record<ShareState, (share: ShareView) => string> = {
  open: ({ endsOn }) => `open until ${endsOn}`,
  'used-up': () => 'it can’t be opened in any other browser',
  paused: () => 'paused until you subscribe again',
  expired: ({ endsOn }) => `ended on ${endsOn}`,
  revoked: () => 'revoked',
}

function Share({ share }: { share: ShareView }) {
  const { id, book, url, sharedBy, sharedOn, openings, state } = share
  const title = book?.title ?? 'A summary that is no longer available'
  const hasEnded = state === 'expired' || state === 'revoked'
  return (
    <li className="rounded-xl bg-sunk px-4 py-3">
      <p className="wrap-anywhere">
        {book ? (
          <a href={summaryPath(book.slug)} className="text-link font-semibold">
            {title}
          </a>
        ) : (
          <strong>{title}</strong>
        )}
        <br />
        <span className="text-sm text-soft">
          {sharedOn}, from {sharedBy}: {openedText(openings)}, {STATE_TEXTS[state](share)}
        </span>
      </p>
      {!hasEnded && (
        <>
          <p className="mt-2 text-sm wrap-anywhere">{url}</p>
          <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
            {state === 'open' && <ShareButton address={url} title={title} />}
            <PostForm>
              <input type="hidden" name="share" value={publicId(id)} />
              <SubmitButton look="link">
                Revoke<span className="sr-only"> the link to {title}</span>
              </SubmitButton>
            </PostForm>
          </div>
        </>
      )}
    </li>
  )
}
