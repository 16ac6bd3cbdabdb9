import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { z } from 'zod'

/** One expression of a file in ops/, and the labels that the texts next to it show. */
interface Question {
  name: string
  expr: string
  shown: string[]
}

const rulesShape = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Readr[A-Z]/),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
})

const dashboardShape = z.object({
  templating: z.object({ list: z.array(z.object({ definition: z.string().optional() })) }),
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
})

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, it]) => it!)

function alertRules(): Question[] {
  const { groups } = rulesShape.parse(parse(readFileSync('ops/alerts.yml', 'utf8')))
  return groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations: { summary, description } }) => ({
      name: alert,
      expr,
      shown: named(summary + description, /\$labels\.(\w+)/g),
    })),
  )
}

function dashboardPanels(): Question[] {
  const { panels, templating } = dashboardShape.parse(
    JSON.parse(readFileSync('ops/dashboard.json', 'utf8')),
  )
  const variables = templating.list.flatMap(({ definition }) => {
    const [, expr, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '') ?? []
    return expr && label ? { name: 'a variable', expr, shown: [label] } : []
  })
  const drawn = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      name: title,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('"$instance"', '".*"'),
      shown: named(legendFormat, /\{\{(\w+)\}\}/g),
    })),
  )
  return [...variables, ...drawn]
}

/** Labels by metric, from the table in docs/operations.md. */
function documentedMetrics(): Map<string, string[]> {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| `(readr_\w+)` +\|([\w, ]+)\|/gm,
  )
  return new Map([...rows].map(([, name, labels]) => [name!, labels!.match(/\w+/g) ?? []]))
}

interface Exposed {
  /** All metrics, also those without values. */
  names: Set<string>
  /** The values of each label, by the name of its series. */
  series: Map<string, Map<string, Set<string>>>
}

/** Reads the text format of Prometheus. */
function readExposed(text: string): Exposed {
  const names = new Set(named(text, /^# TYPE (\w+) /gm))
  const series: Exposed['series'] = new Map()
  for (const [, name, labels] of text.matchAll(/^(\w+)(?:\{(.*)\})? [^ ]+$/gm)) {
    const values = series.get(name!) ?? new Map<string, Set<string>>()
    series.set(name!, values)
    for (const [, label, value] of (labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      values.set(label!, (values.get(label!) ?? new Set()).add(value!))
    }
  }
  return { names, series }
}

/** Prometheus adds these to every metric, so none of ours may have them. */
const TARGET_LABELS = ['job', 'instance']

/** What is right, but does not occur in the product that the test runs. */
const RARE = new Set(['result=failure', 'route=refused', 'state=disk full', 'status=5..'])

/** What does not fit the metrics that the product exposes. */
function mistakesIn({ name, expr, shown }: Question, { names, series }: Exposed): string[] {
  const documented = documentedMetrics()
  const mistakes: string[] = []
  const report = (problem: string) => mistakes.push(`${name}: ${problem}`)
  const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to)

  function labelsOf(metric: string): string[] {
    if (metric === 'up') return TARGET_LABELS
    const base = metric.replace(/_(?:bucket|sum|count)$/, '')
    if (!names.has(metric) && !names.has(base)) report(`there is no metric ${metric}`)
    const own = documented.get(metric) ?? documented.get(base) ?? []
    const seen = [...(series.get(metric)?.keys() ?? [])]
    for (const label of TARGET_LABELS.filter((one) => [...own, ...seen].includes(one))) {
      report(`Prometheus would rename the label ${label} of ${metric}`)
    }
    const bucket = metric.endsWith('_bucket') ? ['le'] : []
    return [...TARGET_LABELS, ...own, ...seen, ...bucket]
  }

  const tree = parser.parse(expr)
  const selectors: { from: number; labels: string[] }[] = []
  tree.iterate({
    enter(node) {
      if (node.type.isError) report(`the expression is wrong at ${node.from}`)
      if (node.name !== 'VectorSelector') return
      const metric = textOf(node.node.getChild('Identifier')!)
      const labels = labelsOf(metric)
      selectors.push({ from: node.from, labels })
      const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher')
      for (const matcher of matchers ?? []) {
        const label = textOf(matcher.getChild('LabelName')!)
        if (!labels.includes(label)) report(`${metric} has no label ${label}`)
        if (TARGET_LABELS.includes(label)) continue
        const seen = [...(series.get(metric)?.get(label) ?? [])]
        const values = textOf(matcher.getChild('StringLiteral')!).slice(1, -1)
        for (const value of values.split('|')) {
          const occurs = seen.some((found) => new RegExp(`^(?:${value})$`).test(found))
          // The test runs SQLite.
          const isElsewhere = metric === 'readr_database_connections' && seen.length === 0
          if (!occurs && !isElsewhere && !RARE.has(`${label}=${value}`)) {
            report(`${metric} has no ${label} ${value}`)
          }
        }
      }
    },
  })
  tree.iterate({
    enter({ name: type, node }) {
      if (type !== 'GroupingLabels') return
      let whole = node
      while (!/^(?:Aggregate|Binary)Expr$/.test(whole.name)) whole = whole.parent!
      const grouped = selectors.filter(({ from }) => from >= whole.from && from < whole.to)
      for (const label of node.getChildren('LabelName').map(textOf)) {
        if (!grouped.every(({ labels }) => labels.includes(label))) report(`nothing has ${label}`)
      }
    },
  })
  for (const label of shown) {
    if (!selectors.some(({ labels }) => labels.includes(label))) report(`nothing has ${label}`)
  }
  return mistakes
}

/** What the table in docs/operations.md says wrong about the metrics that the product exposes. */
function mistakesInDocs({ names, series }: Exposed): string[] {
  const documented = documentedMetrics()
  const own = [...names].filter((name) => name.startsWith('readr_'))
  return [
    ...own.filter((name) => !documented.has(name)).map((name) => `${name} is not in the docs`),
    ...[...documented].flatMap(([name, labels]) => {
      if (!names.has(name)) return `${name} is in the docs and does not exist`
      const found = [...(series.get(name)?.keys() ?? labels)]
      return `${found.toSorted()}` === `${labels.toSorted()}` ? [] : `${name} has labels ${found}`
    }),
  ]
}

/**
 * What does not fit the metrics of a running product in the alert rules, the dashboard, and the docs.
 * @param text the answer of /metrics
 */
export function monitoringMistakes(text: string): string[] {
  const exposed = readExposed(text)
  const questions = [...alertRules(), ...dashboardPanels()]
  return [...mistakesInDocs(exposed), ...questions.flatMap((one) => mistakesIn(one, exposed))]
}
