import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { FreeToday } from './book-card.tsx'
import type { BookCardView } from './book-card-view.ts'

export type NextView = BookCardView & { reason: string }

/** The recommendation at the end of a summary. */
export function NextBook({ next }: { next: NextView }) {
  return (
    <aside
      aria-label="Next up"
      className="panel no-print group relative mt-12 flex max-w-160 flex-wrap gap-5 p-5 sm:gap-7 sm:p-7"
    >
      <img
        src={next.cover}
        alt=""
        width={240}
        height={360}
        loading="lazy"
        decoding="async"
        className="cover max-w-24 self-start sm:max-w-32"
      />
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="text-sm text-soft">
          <strong aria-hidden="true" className="block text-ink">
            Next up
          </strong>
          {next.reason}
        </p>
        <h2 className="mt-1 text-2xl">
          <a href={summaryPath(next.slug)} className="stretched group-hover:underline">
            <span className="sr-only">Next up: </span>
            {next.title}
          </a>
        </h2>
        <p className="mt-1 text-soft">
          {`${next.author}\u00a0· `}
          <span className="whitespace-nowrap">{`${next.minutes} min`}</span>
        </p>
        {next.isToday && <FreeToday title={next.title} className="relative z-1 mt-2" />}
        <p className="mt-3 max-sm:hidden">{next.blurb}</p>
      </div>
    </aside>
  )
}
