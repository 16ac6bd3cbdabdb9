import { CloseIcon } from '../ui/icons.tsx'
import { GiftIcon, KeyboardIcon, QuoteIcon, ShareIcon } from '../ui/reading-icons.tsx'
import { bookHighlightsPath } from '../../reading/rules/highlights/highlight.ts'
import { sharePath } from '../../reading/rules/sharing/address.ts'
import { quotePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { ButtonLink } from '../ui/controls.tsx'

interface ReadingToolsProps {
  slug: string
  title: string
  isReader: boolean
  /** The page where the whole text is open to anyone; undefined: the book's own page. */
  openAt?: string | undefined
  opensForFriend?: boolean | undefined
  children: React.ReactNode
}

/** What to do with a summary besides reading it; enhance-summary.ts handles the events. */
export function ReadingTools({
  slug,
  title,
  isReader,
  openAt,
  opensForFriend = false,
  children,
}: ReadingToolsProps) {
  return (
    <div className="no-print mt-6 flex flex-wrap gap-3">
      {children}
      <ShareButton address={openAt ?? summaryPath(slug)} title={title} />
      {opensForFriend && (
        <ButtonLink href={sharePath(slug)} look="quiet">
          <GiftIcon /> Open it for a friend
        </ButtonLink>
      )}
      {openAt === undefined && (
        <ButtonLink href={quotePath(slug)} look="quiet">
          <QuoteIcon /> Quote
        </ButtonLink>
      )}
      {isReader && (
        <ButtonLink href={bookHighlightsPath(slug)} look="quiet">
          Highlights
        </ButtonLink>
      )}
      <button
        type="button"
        data-shows-shortcuts=""
        className="button button-quiet needs-script no-touch"
      >
        <KeyboardIcon /> Shortcuts
      </button>
      <ShortcutSheet isReader={isReader} />
    </div>
  )
}

export function ShareButton({ address, title }: { address: string; title: string }) {
  return (
    <button
      type="button"
      data-share={address}
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
] as const

/** What readers can do with highlights. */
const READER_SHORTCUTS = [
  [['h'], 'Highlight the selection, or next highlight'],
  [['a'], 'Add a note to it'],
] as const

const LAST_SHORTCUTS = [
  [['?'], 'Show this list'],
  [['Esc'], 'Close'],
] as const

function ShortcutSheet({ isReader }: { isReader: boolean }) {
  const shortcuts = [...SHORTCUTS, ...(isReader ? READER_SHORTCUTS : []), ...LAST_SHORTCUTS]
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
        {shortcuts.map(([keys, action]) => (
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
