import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { type Article, fetchArticle } from './fetch-article.ts'
import type { SummaryView } from './summary-article.tsx'

// The letters of a summary are there when one is opened. A first view, before the framework has come,
// does not wait for them.
if (!import.meta.env.SSR) document.fonts.load('1em Literata').catch(() => {})

/**
 * A summary over the page that the reader is on. The browser's own dialog keeps the focus inside;
 * Esc, the button and Back close it and lead back to the same place.
 */
export function SummaryDialog({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const navigate = useNavigate()
  const location = useLocation()
  const fetcher = useFetcher<SummaryView | LoadFailure>({ key: `summary:${slug}` })
  const { load } = fetcher
  const [article, setArticle] = useState<{ Article: Article | null } | null>(null)
  const failed =
    article?.Article === null || (fetcher.data !== undefined && !hasLoaded(fetcher.data))
  const data = fetcher.data && hasLoaded(fetcher.data) ? fetcher.data : undefined

  // Closed while it is still in the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // To the router a link to an idea would be a way to the book's own page.
    const jump = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
      const target = link && element?.querySelector<HTMLElement>(link.getAttribute('href')!)
      if (!target) return
      event.preventDefault()
      target.scrollIntoView()
      target.focus({ preventScroll: true })
    }
    // What `closedby` does, in browsers that do not know it.
    const leaveBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      if (target !== element || !element || 'closedBy' in HTMLDialogElement.prototype) return
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const beside = x < left || x > right || y < top || y > bottom
      // Whoever has drawn a selection as far as there does not want to leave.
      if (beside && getSelection()?.isCollapsed) {
        element.dispatchEvent(new Event('cancel', { cancelable: true }))
      }
    }
    element?.addEventListener('click', jump)
    element?.addEventListener('click', leaveBeside)
    return () => {
      element?.removeEventListener('click', jump)
      element?.removeEventListener('click', leaveBeside)
      element?.close()
    }
  }, [])

  useEffect(() => {
    fetchArticle().then(
      (Article) => setArticle({ Article }),
      () => setArticle({ Article: null }),
    )
  }, [])
  useEffect(() => {
    if (article && !data && !failed) void load(summaryPath(slug))
  }, [slug, article, data, failed, load])

  // The address is the book's, and so is the title, until it is closed or another page has come.
  const title = data && `${data.book.title} by ${data.book.author}: summary · Readr`
  useEffect(() => {
    if (!title) return
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])

  function leave() {
    const { overList } = (location.state ?? {}) as { overList?: boolean }
    if (overList) void navigate(-1)
    else {
      const search = new URLSearchParams(location.search)
      search.delete('book')
      void navigate(
        { search: search.size > 0 ? `?${search}` : '' },
        { replace: true, preventScrollReset: true },
      )
    }
  }

  // Marking a book as read closes it (behaviors/marks.ts).
  useEffect(() => {
    const element = dialog.current
    element?.addEventListener('readr:read', leave)
    return () => element?.removeEventListener('readr:read', leave)
  })

  return (
    <dialog
      ref={dialog}
      className="reader-dialog"
      closedby="any"
      aria-labelledby={data && article ? headingId : undefined}
      aria-label={data && article ? undefined : 'Summary'}
      onCancel={(event) => {
        // The sheet of shortcuts is a dialog inside of this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
    >
      <div className="sticky top-0 z-10 flex items-center justify-end gap-3 bg-paper px-3 py-2">
        <a
          href={summaryPath(slug)}
          className="text-link mr-auto inline-flex min-h-11 items-center px-2 text-sm"
        >
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
      {data && article?.Article ? (
        <article.Article view={data} headingId={headingId} />
      ) : failed ? (
        <LoadError title="The summary did not arrive" again={summaryPath(slug)} />
      ) : (
        <div className="after-a-moment px-[clamp(1.15rem,5vw,2.5rem)] pt-8" role="status">
          <span className="sr-only">The summary is loading.</span>
          <div className="flex items-end gap-5">
            <p className="skeleton aspect-2/3 w-full max-w-26 sm:max-w-44" />
            <p className="skeleton h-14 grow" />
          </div>
          <p className="skeleton mt-7 h-24" />
          <p className="skeleton mt-7 h-14" />
        </div>
      )}
    </dialog>
  )
}
