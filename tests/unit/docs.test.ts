import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dependencies, draw, PICTURE } from '../../bin/draw-architecture.ts'

const FOLDER = 'docs/decisions'
const SECTIONS = ['Context', 'Decision', 'Consequences']
const records = readdirSync(FOLDER).filter((name) => name !== 'README.md')

describe('the docs', () => {
  test('show the current architecture (node bin/draw-architecture.ts)', () => {
    expect(readFileSync(PICTURE, 'utf8')).toBe(draw(dependencies()))
  })

  test.each(['CONTRIBUTING.md', 'docs/architecture.md'])('name only existing files: %s', (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path]) => path!)
      .filter((path) => /^(?:app|bin|content|docs|packages|prisma|tests)\//.test(path))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('decision records', () => {
  test.each(records)('have the same format: %s', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
    const number = /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1]
    expect(text).toMatch(new RegExp(`^# ${Number(number)}\\. [A-Z].+[^.]\n\n- Date: `))
    expect(text).toMatch(
      /^- Date: \d{4}-\d{2}-\d{2}\n- Status: (?:accepted|superseded by \[\d+\]\(\d{3}-[a-z0-9-]+\.md\))\n\n##/m,
    )
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(SECTIONS)
  })

  test('are all in the index', () => {
    const rows = records.map((name) => {
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text)!
      const [, date] = /^- Date: (.+)$/m.exec(text)!
      const [, status] = /^- Status: (.+)$/m.exec(text)!
      return [number, `[${title}](${name})`, date, status]
    })
    const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
    const listed = [...index.matchAll(/^\| +(\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)]
    expect(listed.map(([, ...cells]) => cells)).toEqual(rows)
  })
})
