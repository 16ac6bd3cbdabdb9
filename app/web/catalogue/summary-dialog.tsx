import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { type Article, fetchArticle } from './fetch-article.ts'
import type { SummaryView } from './summary-article.tsx'

// Load the font of summaries ahead, but not before the first view.
if (!import.meta.env.SSR) document.fonts.load('1em Literata').catch(() => {})

/** A summary in a dialog over the current page. Esc, Close, and Back return to the same place. */
export function SummaryDialog({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const path = summaryPath(slug)
  const navigate = useNavigate()
  const location = useLocation()
  const fetcher = useFetcher<SummaryView | LoadFailure>({ key: `summary:${slug}` })
  const { load } = fetcher
  const [article, setArticle] = useState<{ Article: Article | null } | null>(null)
  const failed =
    article?.Article === null || (fetcher.data !== undefined && !hasLoaded(fetcher.data))
  const data = fetcher.data && hasLoaded(fetcher.data) ? fetcher.data : undefined

  // Close it before it is removed, or the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The router would navigate to the book's own page.
    const jump = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
      const target = link && element?.querySelector<HTMLElement>(link.getAttribute('href')!)
      if (!target) return
      event.preventDefault()
      target.scrollIntoView()
      target.focus({ preventScroll: true })
    }
    // Does what `closedby` does, for browsers without it.
    const closeOnOutsideClick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      if (target !== element || !element || 'closedBy' in HTMLDialogElement.prototype) return
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isOutside = x < left || x > right || y < top || y > bottom
      // Selecting text may end outside of the dialog.
      if (isOutside && getSelection()?.isCollapsed) {
        element.dispatchEvent(new Event('cancel', { cancelable: true }))
      }
    }
    element?.addEventListener('click', jump)
    element?.addEventListener('click', closeOnOutsideClick)
    return () => {
      element?.removeEventListener('click', jump)
      element?.removeEventListener('click', closeOnOutsideClick)
      element?.close()
    }
  }, [])

  useEffect(() => {
    fetchArticle().then(
      (Article) => setArticle({ Article }),
      async () => {
        // After an update of the server, a part is missing, but the page itself is there.
        const page = await fetch(path, { method: 'HEAD' }).catch(() => null)
        if (page?.ok) window.location.assign(path)
        else setArticle({ Article: null })
      },
    )
  }, [path])
  useEffect(() => {
    if (article && !data && !failed) void load(path)
  }, [path, article, data, failed, load])

  // Like the address, the title is the book's while the dialog is open.
  const title = data && `${data.book.title} by ${data.book.author}: summary · Readr`
  useEffect(() => {
    if (!title) return
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])

  function close() {
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

  // Marking a book as read closes it (behaviors/changes/marks.ts).
  useEffect(() => {
    const element = dialog.current
    element?.addEventListener('readr:read', close)
    return () => element?.removeEventListener('readr:read', close)
  })

  return (
    <dialog
      ref={dialog}
      className="reader-dialog"
      closedby="any"
      aria-labelledby={data && article ? headingId : undefined}
      aria-label={data && article ? undefined : 'Summary'}
      onCancel={(event) => {
        // The keyboard shortcuts are a dialog inside this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div className="flex items-center justify-end gap-3 px-3 pt-2">
        <a href={path} className="text-link mr-auto inline-flex min-h-11 items-center px-2 text-sm">
          Open full page
        </a>
        <button
          type="button"
          onClick={close}
          className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunk"
        >
          <CloseIcon className="size-6" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {data && article?.Article ? (
        <article.Article view={data} headingId={headingId} />
      ) : failed ? (
        <LoadError title="We couldn’t load the summary" again={path} />
      ) : (
        <div className="after-a-moment px-[clamp(1.15rem,5vw,2.5rem)] pt-8" role="status">
          <span className="sr-only">Loading the summary…</span>
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
