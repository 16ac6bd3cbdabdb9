/** What a page says about a reader or a charge, as names and values. */
export function ReaderFacts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="reader-facts mt-6 grid gap-x-8 sm:grid-cols-[8rem_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
