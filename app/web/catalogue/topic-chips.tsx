import { topicPath } from '../../catalogue/rules/addresses.ts'
import type { Topic } from '../../catalogue/rules/topics.ts'

export function TopicChips({ topics }: { topics: readonly Topic[] }) {
  if (topics.length === 0) return null
  return (
    <ul aria-label="Topics" className="mt-3 flex flex-wrap gap-x-2">
      {topics.map(({ slug, label }) => (
        <li key={slug}>
          <a href={topicPath(slug)} className="group flex min-h-11 items-center">
            <span className="rounded-full bg-sunk px-3 py-1 text-sm group-hover:underline">
              {label}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
