import { useEffect, useId, useRef } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { CloseIcon } from '../../ui/icons.tsx'
import { summaryPath } from '../rules.ts'
import { SummaryArticle, type SummaryView } from './summary-article.tsx'

/**
 * A summary over the page that the reader is on. The browser's own dialog keeps the focus inside;
 * Esc, the button and Back close it and lead back to the same place.
 */
export function SummaryDialog({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const navigate = useNavigate()
  const location = useLocation()
  const fetcher = useFetcher<SummaryView>({ key: `summary:${slug}` })
  const { data, load } = fetcher

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  useEffect(() => {
    if (!data) void load(summaryPath(slug))
  }, [slug, data, load])

  function leave() {
    const { overList } = (location.state ?? {}) as { overList?: boolean }
    if (overList) void navigate(-1)
    else {
      const search = new URLSearchParams(location.search)
      search.delete('book')
      void navigate({ search: search.size > 0 ? `?${search}` : '' }, { replace: true, preventScrollReset: true })
    }
  }

  return (
    <dialog
      ref={dialog}
      className="reader-dialog"
      aria-labelledby={data ? headingId : undefined}
      aria-label={data ? undefined : 'Summary'}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
    >
      <div className="sticky top-0 z-10 flex items-center justify-end gap-3 bg-paper px-3 py-2">
        <a href={summaryPath(slug)} className="text-link mr-auto px-2 text-sm">
          Open as a page
        </a>
        <button
          type="button"
          onClick={leave}
          className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunk"
        >
          <CloseIcon className="size-6" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {data ? (
        <SummaryArticle view={data} headingId={headingId} />
      ) : (
        <div className="after-a-moment mx-auto max-w-136 px-6 py-8" role="status">
          <span className="sr-only">The summary is loading.</span>
          <div className="skeleton h-9 w-4/5" />
          <div className="skeleton mt-4 h-5 w-2/5" />
          <div className="skeleton mt-10 h-64" />
        </div>
      )}
    </dialog>
  )
}
