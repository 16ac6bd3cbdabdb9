import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf } from '../../bin/read-imports.ts'

const card = readFileSync('docs/design-card.md', 'utf8')
const rows = [...card.matchAll(/^\| `(.+?)` +\|.*\| `(.+?)` +\|$/gm)]
const packages = rows.map(([, name, place]) => [name!, place!] as const)
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The packages that a file, or the files of a folder, import at run time. */
function importedBy(place: string): Set<string> {
  const files = statSync(place).isFile() ? [place] : globSync(`${place}**/*.{ts,tsx}`)
  return new Set(
    files
      .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
      .filter(({ isType }) => !isType)
      .map(({ to }) => to),
  )
}

describe('the design card', () => {
  test('lists packages', () => {
    expect(packages.length).toBe(card.match(/^\| `/gm)!.length)
    expect(packages.length).toBeGreaterThan(10)
  })

  test.each(packages)('has %s, which is a dependency and imported by %s', (name, place) => {
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
    expect(existsSync(place), place).toBe(true)
    expect(importedBy(place)).toContain(`npm:${name}`)
  })

  test('names what is at the top level', () => {
    const list = /\*\*At the top level\*\*: (.+?)\.\n\n/s.exec(card)![1]!
    const names = [...list.matchAll(/`(.+?)`/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !existsSync(name))).toEqual([])
  })
})
