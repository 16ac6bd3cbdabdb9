import { MY_HIGHLIGHTS_PATH } from './my-highlights-address.ts'

/** The files of a reader's highlights, with what they are for. */
export const EXPORT_FILES = [
  ['export.zip', 'Markdown', 'for Obsidian and Logseq, one file per book'],
  ['export.csv', 'CSV', 'for Readwise and spreadsheets'],
  ['export.json', 'JSON', 'for other programs'],
] as const

const link = 'text-link inline-flex min-h-11 items-center'

/** The files of all highlights, and the page that is printed, in one line. */
export function ExportLinks({ label }: { label: string }) {
  return (
    <p className="no-print flex flex-wrap items-center gap-x-5">
      <span className="text-soft">{label}</span>
      {EXPORT_FILES.map(([file, name, purpose]) => (
        <a
          key={file}
          href={`${MY_HIGHLIGHTS_PATH}/${file}`}
          download
          title={`${name}, ${purpose}`}
          className={link}
        >
          {name}
        </a>
      ))}
      <a href={`${MY_HIGHLIGHTS_PATH}/print`} className={link}>
        Print
      </a>
    </p>
  )
}
