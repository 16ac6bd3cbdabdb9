import { useId } from 'react'
import { useLocation } from 'react-router'
import { DEFAULT_APPEARANCE } from '../../accounts/rules/appearance.ts'
import { useRootData } from '../shell/root-data.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { KeyboardIcon, ListenIcon, QuoteIcon, ShareIcon, TypeIcon } from '../ui/reading-icons.tsx'
import { quotePath, summaryPath } from '../../catalogue/rules/addresses.ts'

const CHOICES = [
  {
    name: 'size',
    legend: 'Text size',
    options: [
      ['1', 'Smallest'],
      ['2', 'Smaller'],
      ['3', 'Medium'],
      ['4', 'Larger'],
      ['5', 'Largest'],
    ],
  },
  {
    name: 'width',
    legend: 'Line length',
    options: [
      ['narrow', 'Short'],
      ['medium', 'Medium'],
      ['wide', 'Long'],
    ],
  },
  {
    name: 'face',
    legend: 'Typeface',
    options: [
      ['serif', 'Serif'],
      ['sans', 'Sans'],
    ],
  },
  {
    name: 'theme',
    legend: 'Theme',
    options: [
      ['system', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
] as const

interface ReadingToolsProps {
  slug: string
  title: string
  listenScript: string
}

/** Text settings, listening, sharing, and keyboard shortcuts; enhance-summary.ts handles the events. */
export function ReadingTools({ slug, title, listenScript }: ReadingToolsProps) {
  return (
    <div className="tools no-print mt-7">
      <TextSettings />
      <button
        type="button"
        data-listen={listenScript}
        className="button button-quiet needs-script needs-voice"
      >
        <ListenIcon /> Listen
      </button>
      <button
        type="button"
        data-share={summaryPath(slug)}
        data-title={title}
        className="button button-quiet needs-script"
      >
        <ShareIcon /> Share
      </button>
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

function TextSettings() {
  const { pathname, search } = useLocation()
  const chosen = useRootData()?.appearance ?? DEFAULT_APPEARANCE
  const id = useId()
  return (
    <details data-menu="" className="text-settings">
      <summary className="button button-quiet">
        <TypeIcon /> Text
      </summary>
      <form method="post" action="/appearance" data-appearance="" className="panel">
        <input type="hidden" name="back" value={pathname + search} />
        {CHOICES.map(({ name, legend, options }) => (
          // Phones are narrower than the shortest line length.
          <fieldset key={name} className={name === 'width' ? 'max-sm:hidden' : undefined}>
            <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
            <div className="segments">
              {options.map(([value, label], i) => (
                <label key={value} className="segment" data-step={name === 'size' ? i : undefined}>
                  <input
                    type="radio"
                    id={`${id}-${name}-${value}`}
                    name={name}
                    value={value}
                    defaultChecked={chosen[name] === value}
                  />
                  {name === 'size' ? (
                    <>
                      <span aria-hidden="true">A</span>
                      <span className="sr-only">{label}</span>
                    </>
                  ) : (
                    label
                  )}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <button type="submit" data-needs-no-script="" className="button">
          Apply
        </button>
      </form>
    </details>
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
