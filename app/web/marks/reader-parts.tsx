import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { Section } from '../../catalogue/rules/summary/parse.ts'
import { type BookMarks, positionPath } from '../../reading/rules/marks.ts'
import { reviewPath } from '../../reading/rules/review/address.ts'
import { type Opening, paragraphId } from '../../reading/rules/position.ts'
import { MarkToggles } from './mark-toggles.tsx'
import { ButtonLink, SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface PartProps {
  slug: string
  title: string
  marks: BookMarks
}

/** The links to where the reader stopped. */
export function ContinueReading({ opening }: { opening: Opening | null }) {
  const { last, furthest } = opening ?? {}
  return (
    <>
      {last && (
        <ButtonLink href={`#${paragraphId(last.section, last.paragraph)}`}>
          Continue at {last.label}
        </ButtonLink>
      )}
      {furthest && (
        <a
          href={`#${paragraphId(furthest.section, furthest.paragraph)}`}
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          Back to where you were: {furthest.label}
        </a>
      )}
    </>
  )
}

export function EndOfText({ asksQuestions, ...props }: PartProps & { asksQuestions: boolean }) {
  return (
    <aside
      id="the-end"
      aria-label="The end"
      className="no-print mt-12 max-w-160 border-t border-line pt-6"
    >
      <p className="mb-4 text-soft">You’ve reached the end.</p>
      <ReadToggle {...props} isPrimary />
      {asksQuestions && (
        <p className="mt-4" data-after-read="" hidden={!props.marks.read}>
          How much do you remember?{' '}
          <TextLink href={reviewPath(props.slug)}>Three questions about {props.title}</TextLink>
        </p>
      )}
    </aside>
  )
}

/** In a dialog, marking the book as read closes it (behaviors/changes/marks.ts). */
export function ReadToggle({ slug, title, marks, isPrimary }: PartProps & { isPrimary?: boolean }) {
  return (
    <div className="no-print mt-6 max-w-160">
      <MarkToggles
        only="read"
        slug={slug}
        title={title}
        marks={marks}
        isPrimary={isPrimary}
        back={`${summaryPath(slug)}#the-end`}
      />
    </div>
  )
}

/** Without JavaScript, readers save their position themselves. */
export function PositionForm({
  slug,
  section,
  share,
}: {
  slug: string
  section: Section
  /** Of the whole text before the section, 0 to 1. */
  share: number
}) {
  return (
    <noscript>
      <PostForm action={positionPath(slug)} className="no-print mb-4 font-sans text-sm">
        <input type="hidden" name="section" value={section.id} />
        <input type="hidden" name="share" value={share.toFixed(4)} />
        <input type="hidden" name="back" value="" />
        <SubmitButton look="link">Save my place here</SubmitButton>
      </PostForm>
    </noscript>
  )
}
