import { MarkToggles } from '../marks/mark-toggles.tsx'
import type { BookMarks } from '../../reading/rules/marks.ts'
import { ReaderFragment, type ReaderValue } from '../ui/reader-fragment.tsx'
import { LockIcon } from '../ui/icons.tsx'
import { BackIcon, ContentsIcon, ListenIcon } from '../ui/reading-icons.tsx'
import type { LockedIdea } from '../../catalogue/rules/locked-ideas.ts'
import type { Summary } from '../../catalogue/rules/summary/parse.ts'
import { readingText } from '../../catalogue/rules/summary/reading-text.ts'
import type { PackedHighlights } from '../../reading/rules/highlights/changes.ts'
import { HighlightsSidebar } from '../highlights/highlights-sidebar.tsx'
import { TextSettings } from './text-settings.tsx'

interface ReadingBarProps {
  book: { slug: string; title: string; minutes: number }
  summary: Summary
  locked: LockedIdea[]
  /** Minutes to read the shown part. */
  minutes: number
  /** null for visitors. */
  marks: ReaderValue<BookMarks> | null
  /** null for visitors. */
  notes: ReaderValue<PackedHighlights> | null
  listenScript: string
  /** The call that says where the audio is; null: the device reads aloud. */
  audio: string | null
}

/**
 * What a reader needs while reading: beside the text on wide screens, else at the top of the window
 * (behaviors/summary/reading-bar.ts).
 */
export function ReadingBar({
  book: { slug, title, minutes: allMinutes },
  summary,
  locked,
  minutes,
  marks: own,
  notes,
  listenScript,
  audio,
}: ReadingBarProps) {
  const ideas = summary.sections.filter(({ kind }) => kind === 'idea').length + locked.length
  return (
    <div id="reading" className="reading-bar no-print" data-ideas={ideas} data-minutes={minutes}>
      <a
        href={own ? '/browse' : '/browse/books'}
        data-back=""
        className="icon-button beside:hidden"
      >
        <BackIcon className="size-6" />
        <span className="sr-only">Back</span>
      </a>
      <p className="reading-status">
        <strong>{ideas === 1 ? '1 idea' : `${ideas} ideas`}</strong>{' '}
        <span>{`${minutes} min${locked.length > 0 ? ' free' : ''}`}</span>
      </p>
      <details data-menu="" className="contents-box">
        <summary className="icon-button" title="Contents">
          <ContentsIcon className="size-6" />
          <span className="sr-only">Contents</span>
        </summary>
        <SummaryContents summary={summary} locked={locked} lockedMinutes={allMinutes - minutes} />
      </details>
      <TextSettings />
      <button
        type="button"
        data-listen={listenScript}
        data-audio={audio ?? undefined}
        title="Listen"
        className="icon-button needs-script"
      >
        <ListenIcon className="size-6" />
        <span className="sr-only">Listen</span>
      </button>
      {own && (
        <ReaderFragment value={own}>
          {(marks) => (
            <MarkToggles only="saved" iconsIn="reading" slug={slug} title={title} marks={marks} />
          )}
        </ReaderFragment>
      )}
      {notes && (
        <ReaderFragment value={notes}>
          {(packed) => (
            <HighlightsSidebar slug={slug} notes={packed} text={readingText(summary).text} />
          )}
        </ReaderFragment>
      )}
    </div>
  )
}

function SummaryContents({
  summary,
  locked,
  lockedMinutes,
}: {
  summary: Summary
  locked: LockedIdea[]
  /** Minutes to read all that is behind the cut. */
  lockedMinutes: number
}) {
  const rest = lockedMinutes - locked.reduce((sum, { minutes }) => sum + minutes, 0)
  const headed = summary.sections.filter((section) => section.heading !== null)
  return (
    <nav aria-label="Ideas">
      <ol className="text-[0.95rem] leading-snug">
        {headed.map(({ id, heading, number }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex gap-3 py-1.5 hover:text-accent">
              <span
                aria-hidden={number === null || undefined}
                className="w-4 shrink-0 text-right font-semibold text-accent"
              >
                {number ?? '·'}
              </span>
              {heading}
            </a>
          </li>
        ))}
        {locked.map(({ number, minutes, question }) => (
          <LockedPart key={number} mark={number} name={question} minutes={minutes} />
        ))}
        {locked.length > 0 && rest > 0 && <LockedPart mark="·" name="The rest" minutes={rest} />}
      </ol>
    </nav>
  )
}

function LockedPart({
  mark,
  name,
  minutes,
}: {
  mark: React.ReactNode
  name: string | null
  minutes: number
}) {
  return (
    <li>
      <p className="flex gap-3 py-1.5 text-soft">
        <span className="w-4 shrink-0 text-right font-semibold">{mark}</span>
        <span>
          {name !== null && `${name} `}
          <span className="whitespace-nowrap">
            <LockIcon className="inline size-4" />
            <span className="sr-only">Locked,</span>
            {` ${minutes} min`}
          </span>
        </span>
      </p>
    </li>
  )
}
