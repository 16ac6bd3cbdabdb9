import type { PublicQuestion } from '../../catalogue/rules/questions.ts'
import type { Summary } from '../../catalogue/rules/summary/parse.ts'
import { LineLink } from '../ui/controls.tsx'

/** The questions that a book answers, each with a link to its idea where it can be read here. */
export function AnsweredQuestions({
  answers,
  summary,
}: {
  answers: PublicQuestion[]
  summary: Summary
}) {
  if (answers.length === 0) return null
  const ideas = new Map(summary.sections.map(({ number, id }) => [number, id]))
  return (
    <section aria-labelledby="answers" className="mt-12 max-w-160">
      <h2 id="answers" className="text-2xl">
        Questions this book answers
      </h2>
      <ul className="mt-4">
        {answers.map(({ question, idea }) => (
          <li key={question} className="flex min-h-11 items-center border-t border-line py-1">
            {ideas.has(idea) ? (
              <LineLink href={`#${ideas.get(idea)}`}>{question}</LineLink>
            ) : (
              question
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
