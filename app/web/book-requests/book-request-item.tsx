import { numberText } from '../../platform/number-text.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { bookRequestFragment } from '../../reading/rules/book-requests/address.ts'
import { isVotable, BOOK_REQUEST_STATUS_LABELS } from '../../reading/rules/book-requests/status.ts'
import type { SeenBookRequest } from '../../reading/service/book-requests/list-book-requests.server.ts'
import { LineLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface BookRequestItemProps {
  request: SeenBookRequest
  action: string
  isSignedIn: boolean
}

/** A request in the list: its votes, what it asks for, and what an editor answered. */
export function BookRequestItem({ request, action, isSignedIn }: BookRequestItemProps) {
  const { id, title, author, reason, status, answer, book, isOwn } = request
  return (
    <li id={bookRequestFragment(id)} className="request">
      <Votes request={request} action={action} isSignedIn={isSignedIn} />
      <div className="min-w-0">
        <h3 className="display" dir="auto">
          {title}
        </h3>
        <p className="request-facts">
          <span dir="auto">{author}</span>
          {status !== 'open' && <span className="tag">{BOOK_REQUEST_STATUS_LABELS[status]}</span>}
          {isOwn && isVotable(status) && <span>Your request</span>}
        </p>
        {reason !== '' && (
          <p className="request-reason" dir="auto">
            {reason}
          </p>
        )}
        {answer !== '' && (
          <p className="request-answer">
            <b>Readr’s editors:</b> {answer}
          </p>
        )}
        {book && status === 'done' && (
          <p className="mt-2">
            <LineLink href={summaryPath(book.slug)}>
              Read the summary<span className="sr-only"> of {book.title}</span>
            </LineLink>
          </p>
        )}
      </div>
    </li>
  )
}

const counted = (votes: number) => (votes === 1 ? 'vote' : 'votes')

function Votes({ request, action, isSignedIn }: BookRequestItemProps) {
  const { id, title, status, votes, hasVoted } = request
  const count = (
    <>
      <b>{numberText(votes)}</b> <span>{counted(votes)}</span>
    </>
  )
  if (!isVotable(status)) return <p className="request-votes">{count}</p>
  if (!isSignedIn) {
    const back = new URLSearchParams({ redirectTo: `${action}#${bookRequestFragment(id)}` })
    return (
      <p className="request-votes">
        {count}
        <a href={`/login?${back}`} className="request-vote" rel="nofollow">
          Vote<span className="sr-only"> for {title}: log in first</span>
        </a>
      </p>
    )
  }
  return (
    <PostForm action={action} className="request-votes">
      {count}
      <input type="hidden" name="request" value={publicId(id)} />
      <button
        type="submit"
        name="vote"
        value={hasVoted ? 'remove' : 'add'}
        className="request-vote"
      >
        {hasVoted ? 'Voted' : 'Vote'}
        <span className="sr-only">{` for ${title}${hasVoted ? ': take the vote back' : ''}`}</span>
      </button>
    </PostForm>
  )
}
