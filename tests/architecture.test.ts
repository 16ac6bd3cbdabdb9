import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, readSources, SOURCE } from '../bin/read-imports.ts'

/** Who may import whom, as docs/decisions/080-two-doors-five-domains.md lays it out. */

const DOMAIN = '(?:catalogue|reading|accounts|billing|admin)'
/** Files without I/O. Browsers load them too. */
const PURE = `^app/${DOMAIN}/(?:rules|schema|cover)/`
const SERVICE = `^app/${DOMAIN}/service/`
const STORE = `^app/${DOMAIN}/store/`

/** Whose services, rules, and schemas the core of a domain may use besides its own. */
const MAY_USE: Record<string, string[]> = {
  catalogue: [],
  accounts: [],
  billing: ['accounts'],
  reading: ['catalogue', 'billing'],
  admin: ['catalogue', 'accounts', 'billing', 'reading'],
}

interface Rule {
  name: string
  from: RegExp
  /** What must not be imported … */
  not: RegExp
  /** … with these exceptions. */
  except?: RegExp
  /** Imports of types are fine. */
  allowsTypes?: boolean
}

const RULES: Rule[] = [
  {
    name: 'the web and the calls do not know each other',
    from: /^app\/web\//,
    not: /^app\/api\//,
    // /api/docs shows what the calls say about themselves.
    except: /^app\/api\/description\.server\.ts$/,
  },
  {
    name: 'the web and the calls do not know each other',
    from: /^app\/api\//,
    not: /^app\/(?:web\/|root\.tsx$)/,
  },
  {
    name: 'middleware does not know what it leads to',
    from: /^app\/middleware\//,
    not: /^app\/(?:web|api|demo)\//,
  },
  {
    name: 'only services use stores',
    from: /^app\/(?:web|api|middleware|demo)\//,
    not: new RegExp(STORE),
  },
  {
    name: 'only stores and the platform use the database',
    from: new RegExp(`^app/(?!platform/|${DOMAIN}/store/)`),
    not: /^(?:generated\/|app\/platform\/database\.server\.ts$|npm:(?:@?prisma|pg$|better-sqlite3))/,
  },
  {
    name: 'a domain does not know who calls it',
    from: new RegExp(`^app/${DOMAIN}/`),
    not: /^app\/(?:web|api|middleware|demo|root|entry|routes)/,
  },
  {
    name: 'a domain does not know HTTP or a framework',
    from: new RegExp(`^app/${DOMAIN}/`),
    not: /^(?:npm:(?:@?react-router|react(?:-dom)?$|@remix-run)|node:https?2?$)/,
  },
  ...Object.entries(MAY_USE).map(([domain, others]) => ({
    name: `${domain} uses ${others.length > 0 ? `only ${others.join(', ')}` : 'no other domain'}`,
    from: new RegExp(`^app/${domain}/`),
    not: new RegExp(`^app/(?!${domain}/)${DOMAIN}/`),
    ...(others.length > 0 && {
      except: new RegExp(`^app/(?:${others.join('|')})/(?:service|rules|schema)/`),
    }),
  })),
  {
    name: 'stores use the platform and pure files',
    from: new RegExp(STORE),
    not: new RegExp(SERVICE),
  },
  {
    name: 'rules and schemas need nothing but zod when they run',
    from: new RegExp(PURE),
    not: new RegExp(`^(?!npm:zod$|npm:virtual:typefaces$|app/${DOMAIN}/(?:rules|schema|cover)/)`),
    allowsTypes: true,
  },
  { name: 'the platform knows no domain', from: /^app\/platform\//, not: /^app\/(?!platform\/)/ },
  {
    name: 'the UI kit knows no domain',
    from: /^app\/web\/ui\//,
    not: /^app\/(?!web\/(?:ui|behaviors)\/)/,
  },
  {
    name: 'behaviors work on markup, without components',
    from: /^app\/web\/behaviors\//,
    not: /^(?:app\/(?:web\/(?!behaviors\/)|.*\.server\.)|npm:react)/,
    allowsTypes: true,
  },
  {
    name: 'packages do not know the app',
    from: /^packages\//,
    not: /^(?:app|generated|prisma|server\.ts)/,
  },
]

/** Which import breaks which rule. */
function violations(imports: Import[]): string[] {
  return imports.flatMap(({ from, to, isType }) =>
    RULES.filter(
      (rule) =>
        rule.from.test(from) &&
        rule.not.test(to) &&
        !rule.except?.test(to) &&
        !(isType && rule.allowsTypes),
    ).map(({ name }) => `${name}: ${from} → ${to}`),
  )
}

/** The cycles of a graph: groups of nodes that reach each other (Tarjan's algorithm). */
function cycles(edges: [from: string, to: string][]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    if (from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    stack.push(node)
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other)
      if (stack.includes(other)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(other)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) groups.push(group.toSorted())
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return groups
}

const sources = readSources()
const imports = sources.flatMap(({ path, code }) => importsOf(path, code))
const inside = imports.filter(({ to }) => SOURCE.test(to))
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

describe('the product', () => {
  test('keeps the rules of who may import whom', () => {
    expect(imports.length).toBeGreaterThan(2000)
    expect(violations(imports)).toEqual([])
  })

  test('has no cycle between files', () => {
    expect(cycles(inside.map(({ from, to }) => [from, to]))).toEqual([])
  })

  test('has no cycle between folders', () => {
    expect(cycles(inside.map(({ from, to }) => [posix.dirname(from), posix.dirname(to)]))).toEqual(
      [],
    )
  })

  test('imports no route module: what others need has a file of its own', () => {
    const routes = new Set(
      [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([\w/-]+\.tsx?)'/g)].map(
        ([, path]) => `app/${path}`,
      ),
    )
    expect(routes.size).toBeGreaterThan(100)
    expect(imports.filter(({ to }) => routes.has(to))).toEqual([])
  })

  test('has no folder for odds and ends', () => {
    const drawer = /(?:^|\/)(?:utils?|libs?|helpers?|common|shared|misc)(?:\.|\/)/i
    expect(sources.filter(({ path }) => drawer.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('has services and stores that take no request, give no response, and know no cookie', () => {
    const inner = sources.filter(({ path }) => new RegExp(`${SERVICE}|${STORE}`).test(path))
    expect(inner.length).toBeGreaterThan(100)
    for (const { path, code } of inner) {
      expect(withoutComments(code), path).not.toMatch(
        /\b(?:Request|Headers|[Cc]ookies?)\b|Response\(|\): Response\b|Promise<Response>/,
      )
    }
  })

  test('reads the environment in one place', () => {
    const readers = sources.filter(({ path, code }) => {
      return path.startsWith('app/') && /process\.env\b/.test(code)
    })
    expect(readers.map(({ path }) => path)).toEqual(['app/platform/env.server.ts'])
  })

  test('reads the bodies of requests, and parses forms, in one place', () => {
    // In the browser, the service worker reads what it keeps.
    const onServer = sources.filter(({ path }) => /^app\/(?!web\/(?:behaviors|ui)\/)/.test(path))
    const whichSay = (pattern: RegExp) =>
      onServer.filter(({ code }) => pattern.test(withoutComments(code))).map(({ path }) => path)
    const parts = '(?:body|json|text|formData|arrayBuffer|blob|bytes|clone)'
    const readers = [
      new RegExp(`\\b(?:request|req)\\??\\.${parts}\\b`),
      new RegExp(`\\{[^{}]*\\b${parts}\\b[^{}]*\\} = request\\b`),
      /\.formData\(/,
    ].flatMap(whichSay)
    expect([...new Set(readers)]).toEqual(['app/middleware/body.server.ts'])
    expect(whichSay(/conform-to\/(?:zod|dom)/)).toEqual(['app/middleware/form-action.server.ts'])
  })

  test('repeats background work only in platform/jobs', () => {
    /** Other timers on the server, and what each of them waits for. */
    const single: Record<string, string> = {
      'app/accounts/service/delay-guessing.server.ts': 'the delay of a failed sign-in',
      'app/billing/service/start-lock.server.ts': 'a lock, within a request',
      'app/catalogue/service/version.server.ts': 'the database, within a request',
      'app/entry.server.tsx': 'the end of a page that is streamed',
      'app/middleware/deliver.server.ts': 'the end of a page that others wait for',
      'app/middleware/load-shedding.server.ts': 'one log line for many refusals',
      'app/middleware/root-facts.server.ts': 'the database, within a request',
      'app/platform/connection-queue.server.ts': 'a connection',
      'app/platform/with-timeout.ts': 'a promise',
      'app/platform/postgres.server.ts': 'a connection, within a request',
      'app/platform/sqlite.server.ts': 'a lock of the file',
      'app/platform/work.server.ts': 'the deadline of a request',
    }
    const withTimers = sources
      .filter(({ path }) => /^app\/(?!web\/)/.test(path))
      .filter(({ path }) => !path.startsWith('app/platform/jobs/'))
      .filter(({ code }) => /\bset(?:Timeout|Interval)\b/.test(withoutComments(code)))
    expect(withTimers.map(({ path }) => path).toSorted()).toEqual(Object.keys(single).toSorted())
    for (const { path, code } of withTimers) expect(code, path).not.toContain('setInterval')
  })

  test('starts every job', () => {
    const started = /jobs\.start\(([^)]*)\)/.exec(readFileSync('server.ts', 'utf8'))![1]!
    const defined = sources
      .filter(({ path }) => !path.startsWith('app/platform/jobs/'))
      .flatMap(({ code }) => [...code.matchAll(/(\w+) = defineJob\(/g)].map(([, name]) => name))
    expect(started.split(', ').toSorted()).toEqual(defined.toSorted())
  })

  test('has no import() in code for browsers, whose helper would fetch the styles again', () => {
    const importers = sources.filter(
      ({ path, code }) =>
        path.startsWith('app/') &&
        !path.includes('.server.') &&
        /(?<!typeof )\bimport\(\s*['"`]/.test(code),
    )
    expect(importers.map(({ path }) => path)).toEqual([])
  })

  test('deletes accounts in one way, which ends the subscription first', () => {
    const callers = imports.filter(({ to }) => to.endsWith('/delete-account.server.ts'))
    expect(callers.map(({ from }) => from)).toEqual(['app/billing/service/close-account.server.ts'])
    const deleters = sources.filter(({ code }) => /\bdeleteUser\b/.test(code))
    expect(deleters.map(({ path }) => path).toSorted()).toEqual([
      'app/accounts/service/delete-account.server.ts',
      'app/accounts/store/users.server.ts',
    ])
  })

  test('has files that one can hold in the head', () => {
    // The client is one module and its generated types, made to be copied.
    const long = sources.filter(
      ({ path, code }) => !path.startsWith('packages/client/') && code.split('\n').length > 301,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

describe('the rules', () => {
  /** Each breaks the rule that is named. */
  test.each([
    ['app/web/a.tsx', '../api/list.ts', 'the web and the calls do not know each other'],
    ['app/api/a.ts', '../web/ui/b.tsx', 'the web and the calls do not know each other'],
    ['app/middleware/a.ts', '../web/ui/b.tsx', 'middleware does not know what it leads to'],
    ['app/web/a.tsx', '../catalogue/store/b.server.ts', 'only services use stores'],
    ['app/api/a.ts', '@prisma/client', 'only stores and the platform use the database'],
    [
      'app/catalogue/service/a.ts',
      '../../platform/database.server.ts',
      'only stores and the platform use the database',
    ],
    ['app/catalogue/service/a.ts', '../../middleware/b.ts', 'a domain does not know who calls it'],
    ['app/catalogue/service/a.ts', 'react-router', 'a domain does not know HTTP or a framework'],
    ['app/catalogue/store/a.ts', 'node:http', 'a domain does not know HTTP or a framework'],
    ['app/catalogue/service/a.ts', '../../billing/rules/b.ts', 'catalogue uses no other domain'],
    ['app/billing/service/a.ts', '../../catalogue/rules/b.ts', 'billing uses only accounts'],
    ['app/billing/service/a.ts', '../../accounts/store/b.ts', 'billing uses only accounts'],
    ['app/catalogue/store/a.ts', '../service/b.ts', 'stores use the platform and pure files'],
    [
      'app/catalogue/rules/a.ts',
      'node:path',
      'rules and schemas need nothing but zod when they run',
    ],
    ['app/platform/a.ts', '../catalogue/rules/b.ts', 'the platform knows no domain'],
    ['app/web/ui/a.tsx', '../../catalogue/rules/b.ts', 'the UI kit knows no domain'],
    ['app/web/behaviors/a.ts', '../ui/b.tsx', 'behaviors work on markup, without components'],
    ['packages/client/a.ts', '../../app/api/wire.ts', 'packages do not know the app'],
  ])('see that %s imports %s', (file, specifier, rule) => {
    const broken = [
      `import '${specifier}'`,
      `export { a } from '${specifier}'`,
      `import('${specifier}')`,
    ].map((source) => violations(importsOf(file, source)))
    for (const found of broken) expect(found.join('\n')).toContain(rule)
  })

  test('tell types from values', () => {
    const path = 'app/catalogue/rules/a.ts'
    for (const source of [
      `import type { A } from 'node:path'`,
      `import { type A } from 'node:path'`,
      `export type { A } from 'node:path'`,
    ]) {
      expect(violations(importsOf(path, source))).toEqual([])
    }
    expect(violations(importsOf(path, `import { type A, b } from 'node:path'`))).toHaveLength(1)
  })

  test('find cycles', () => {
    expect(
      cycles([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['c', 'd'],
      ]),
    ).toEqual([['a', 'b', 'c']])
    expect(cycles([['a', 'b']])).toEqual([])
  })
})
