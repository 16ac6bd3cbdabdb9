import { epubPath } from '../../catalogue/rules/addresses.ts'

/** Downloads the summaries of a page as a file for e-readers, also with the reader's highlights. */
export function EpubLink({ page, hasNotes = false }: { page: string; hasNotes?: boolean }) {
  return (
    <a
      href={epubPath(page) + (hasNotes ? '?notes=1' : '')}
      download
      rel="nofollow"
      className="text-link no-print inline-flex min-h-11 items-center"
    >
      Download as EPUB{hasNotes && ', with your highlights'}
    </a>
  )
}
