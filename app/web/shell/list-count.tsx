/** The number of books in My List, which behaviors/marks.ts updates. */
export function ListCount({ count }: { count: number }) {
  return (
    <span hidden={count === 0} data-list-count="" className="list-count" suppressHydrationWarning>
      {count}
      <span className="sr-only" suppressHydrationWarning>
        {count === 1 ? ' book' : ' books'}
      </span>
    </span>
  )
}
