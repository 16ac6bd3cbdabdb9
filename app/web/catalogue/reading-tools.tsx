import { CloseIcon } from '../ui/icons.tsx'
import { KeyboardIcon, QuoteIcon, ShareIcon } from '../ui/reading-icons.tsx'
import { quotePath, summaryPath } from '../../catalogue/rules/addresses.ts'

interface ReadingToolsProps {
  slug: string
  title: string
  /** Where the reader stopped. */
  children: React.ReactNode
}

/** What to do with a summary besides reading it; enhance-summary.ts handles the events. */
export function ReadingTools({ slug, title, children }: ReadingToolsProps) {
  return (
    <div className="no-print mt-6 flex flex-wrap gap-3">
      {children}
      <ShareButton slug={slug} title={title} />
      <a href={quotePath(slug)} className="button button-quiet">
        <QuoteIcon /> Quote
      </a>
      <button
        type="button"
        data-shows-shortcuts=""
        className="button button-quiet needs-script no-touch"
      >
        <KeyboardIcon /> Shortcuts
      </button>
      <ShortcutSheet />
    </div>
  )
}

export function ShareButton({ slug, title }: { slug: string; title: string }) {
  return (
    <button
      type="button"
      data-share={summaryPath(slug)}
      data-title={title}
      className="button button-quiet needs-script"
    >
      <ShareIcon /> Share
    </button>
  )
}

const SHORTCUTS = [
  [['j', 'n'], 'Next idea'],
  [['k', 'p'], 'Previous idea'],
  [['+', '-'], 'Larger or smaller text'],
  [['d'], 'Switch between dark and light'],
  [['s'], 'Share'],
  [['?'], 'Show this list'],
  [['Esc'], 'Close'],
] as const

function ShortcutSheet() {
  return (
    <dialog data-shortcuts="" className="sheet-dialog" aria-label="Keyboard shortcuts">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-2xl">Keyboard shortcuts</h2>
        <form method="dialog">
          <button type="submit" className="icon-button">
            <CloseIcon className="size-6" />
            <span className="sr-only">Close</span>
          </button>
        </form>
      </div>
      <dl className="mt-4 grid gap-2.5">
        {SHORTCUTS.map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between gap-6">
            <dt>{action}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input type="checkbox" data-shortcuts-on="" className="size-5 accent-accent" />
        Turn on single-key shortcuts
      </label>
    </dialog>
  )
}
