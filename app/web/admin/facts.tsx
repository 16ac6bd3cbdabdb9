export function Facts({
  facts,
  className = 'mt-6',
}: {
  facts: readonly (readonly [name: string, value: React.ReactNode])[]
  className?: string
}) {
  return (
    <dl className={`reader-facts grid gap-x-8 sm:grid-cols-[8rem_1fr] ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
