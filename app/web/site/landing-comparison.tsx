import { CheckIcon, CloseIcon } from '../ui/icons.tsx'
import {
  BOOK_HOURS_CLAIM,
  MINUTES_CLAIM,
  NEVER_FINISHED_CLAIM,
  NEW_SUMMARIES_CLAIM,
} from '../marketing-claims.ts'

/** Hours drawn as full clocks. */
const DRAWN_HOURS = Number.parseInt(BOOK_HOURS_CLAIM)

const PROBLEM = [
  `${BOOK_HOURS_CLAIM} hours for one book, if you can find them`,
  `${NEVER_FINISHED_CLAIM}% of books are never finished`,
  'A few strong ideas, spread over hundreds of pages',
  'A month later, you’ve forgotten most of it',
]
const SOLUTION = [
  `About ${MINUTES_CLAIM} minutes, start to finish`,
  'Short enough to finish',
  'One idea at a time, with an example worth retelling',
  `Takeaways to keep, and something new ${NEW_SUMMARIES_CLAIM}`,
]

/** The problem and the solution, with clocks drawn to scale. */
export function LandingComparison() {
  return (
    <section className="wrap py-16 md:py-24" aria-labelledby="comparison">
      <h2 id="comparison" className="section-title max-w-3xl">
        You don’t lack curiosity. You lack eight free hours.
      </h2>
      <div className="mt-10 grid grid-cols-1 gap-x-14 gap-y-12 md:mt-14 md:grid-cols-2">
        <Side
          title="A traditional book"
          amount={`${BOOK_HOURS_CLAIM} hours`}
          clocks={<Clocks hours={DRAWN_HOURS} />}
          icon={<CloseIcon className="mt-1 size-5 text-soft" />}
          points={PROBLEM}
        />
        <Side
          title="A Readr summary"
          amount={`${MINUTES_CLAIM} minutes`}
          clocks={<Clocks hours={0} />}
          icon={<CheckIcon className="mt-1 size-5 text-accent" />}
          points={SOLUTION}
        />
      </div>
    </section>
  )
}

interface SideProps {
  title: string
  amount: string
  clocks: React.ReactNode
  icon: React.ReactNode
  points: string[]
}

function Side({ title, amount, clocks, icon, points }: SideProps) {
  return (
    <div className="border-t-2 border-ink pt-5">
      <h3 className="font-sans text-lg tracking-normal">{title}</h3>
      <p className="display mt-1 text-[clamp(2.6rem,2rem+2.6vw,4.25rem)]">{amount}</p>
      <div className="mt-4">{clocks}</div>
      <ul className="mt-7 grid gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            {icon}
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One full clock for each hour, or a quarter of one for 0. */
function Clocks({ hours }: { hours: number }) {
  const clocks = Math.max(1, hours)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${DRAWN_HOURS * 50} 46`}
      className="block h-auto w-full max-w-110"
    >
      {Array.from({ length: clocks }, (_, i) => (
        <g key={i} transform={`translate(${i * 50 + 23} 23)`}>
          <circle r="21" className={hours > 0 ? 'fill-ink' : 'fill-none stroke-ink stroke-2'} />
          {hours === 0 && <path d="M0 0V-20a20 20 0 0 1 20 20z" className="fill-lamp" />}
        </g>
      ))}
    </svg>
  )
}
