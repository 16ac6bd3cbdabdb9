import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const KEEPER = pathToFileURL('app/platform/processes/keep-build.server.ts').href

/** The program of a build whose parts load after the build was deleted or replaced. */
const PROGRAM = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  import { keepBuild } from ${JSON.stringify(KEEPER)}
  export const loaded = 'the entry'
  const folder = import.meta.dirname
  keepBuild(folder)
  rmSync(folder, { recursive: true })
  if (process.argv[2] === 'replaced') {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'assets/part.js'), 'export const text = "the new build"')
  }
  void import('./assets/part.js').then(({ text }) => console.log(text))
`

test.each(['deleted', 'replaced'])('a build that is %s is there until the process ends', (how) => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const build = join(folder, 'server')
  mkdirSync(join(build, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(build, 'index.js'), PROGRAM)
  writeFileSync(
    join(build, 'assets/part.js'),
    `import { other } from './other.js'
     import { loaded } from '../index.js'
     export const text = [loaded, other].join()`,
  )
  writeFileSync(join(build, 'assets/other.js'), `export const other = 'another part'`)
  const output = execFileSync(process.execPath, [join(build, 'index.js'), how], {
    encoding: 'utf8',
  })
  expect(output).toBe('the entry,another part\n')
})
