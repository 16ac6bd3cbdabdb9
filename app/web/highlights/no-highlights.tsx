import { ButtonLink } from '../ui/controls.tsx'

/**
 * Says what highlights are for, and how to make the first one.
 * @param hasBegun the reader has begun or read a book
 */
export function NoHighlights({ hasBegun }: { hasBegun: boolean }) {
  return (
    <div className="no-notes">
      <figure className="no-notes-example">
        <p aria-hidden="true">
          You read it, you nod, and a week later you’ve forgotten it.{' '}
          <mark>What you highlight, you can find again</mark>, with your own thoughts beside it.
        </p>
        <figcaption className="sr-only">A sentence in a text, highlighted.</figcaption>
      </figure>
      <h2 className="text-2xl">Keep the sentences that stay with you</h2>
      <ol className="no-notes-steps">
        <li>Open a summary and select a sentence that matters to you.</li>
        <li>Choose one of four colors, and add a note if you like.</li>
        <li>Find them all here, by book, and export them whenever you want.</li>
      </ol>
      <p className="mt-6 flex flex-wrap gap-3">
        {hasBegun ? (
          <>
            <ButtonLink href="/browse">Continue reading</ButtonLink>
            <ButtonLink href="/browse/books" look="quiet">
              Discover Books
            </ButtonLink>
          </>
        ) : (
          <ButtonLink href="/browse/books">Find a book</ButtonLink>
        )}
      </p>
    </div>
  )
}
