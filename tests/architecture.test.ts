import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, readSources, SOURCE } from '../bin/read-imports.ts'

/** The import rules of docs/decisions/080-web-and-api-five-domains.md. */

const DOMAIN = '(?:catalogue|reading|accounts|billing|admin)'
/** Files without I/O, which browsers load too. */
const PURE = `^app/${DOMAIN}/(?:rules|schema)/`
const SERVICE = `^app/${DOMAIN}/service/`
const STORE = `^app/${DOMAIN}/store/`

/** The domains whose services, rules, and schemas a domain may import. */
const MAY_USE: Record<string, string[]> = {
  catalogue: [],
  accounts: [],
  billing: ['accounts'],
  reading: ['catalogue', 'accounts', 'billing'],
  admin: ['catalogue', 'accounts', 'billing', 'reading'],
}

interface Rule {
  name: string
  from: RegExp
  /** Imports that are not allowed … */
  not: RegExp
  /** … except these. */
  except?: RegExp
  /** Allows imports of types. */
  allowsTypes?: boolean
}

const RULES: Rule[] = [
  {
    name: 'web and api do not import each other',
    from: /^app\/web\//,
    not: /^app\/api\//,
    // /api/docs shows the OpenAPI description.
    except: /^app\/api\/description\.server\.ts$/,
  },
  {
    name: 'web and api do not import each other',
    from: /^app\/api\//,
    not: /^app\/(?:web\/|root\.tsx$)/,
  },
  {
    name: 'middleware does not import handlers',
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
    name: 'domains do not import their callers',
    from: new RegExp(`^app/${DOMAIN}/`),
    not: /^app\/(?:web|api|middleware|demo|root|entry|routes)/,
  },
  {
    name: 'only app/middleware/sign-in starts sign-ins and begins sessions',
    from: /^(?!app\/(?:middleware\/sign-in|accounts\/service)\/)(?:app\/|server\.ts$)/,
    not: /^(?:app\/accounts\/service\/(?:begin-s(?:ession|ign-in)|check-password|fetch-identity|sign-in-with-provider)\.server\.ts$|npm:(?:remix-auth|arctic))/,
    allowsTypes: true,
  },
  {
    name: 'domains do not import HTTP or a framework',
    from: new RegExp(`^app/${DOMAIN}/`),
    not: /^(?:npm:(?:@?react-router|react(?:-dom)?$|@remix-run)|node:https?2?$)/,
  },
  ...Object.entries(MAY_USE).map(([domain, others]) => ({
    name: `${domain} imports ${others.length > 0 ? `only ${others.join(', ')}` : 'no other domain'}`,
    from: new RegExp(`^app/${domain}/`),
    not: new RegExp(`^app/(?!${domain}/)${DOMAIN}/`),
    ...(others.length > 0 && {
      except: new RegExp(`^app/(?:${others.join('|')})/(?:service|rules|schema)/`),
    }),
  })),
  {
    name: 'stores do not import services',
    from: new RegExp(STORE),
    not: new RegExp(SERVICE),
  },
  {
    name: 'rules and schemas import only pure packages at run time',
    from: new RegExp(PURE),
    not: new RegExp(
      `^(?!npm:zod$|npm:approx-string-match$|npm:ts-fsrs$|npm:stemmer$|app/platform/(?:durations|long-date|normalized-address|utc-clock\\.server)\\.ts$|app/${DOMAIN}/(?:rules|schema)/)`,
    ),
    allowsTypes: true,
  },
  {
    name: 'rules and schemas that browsers load import none of the server',
    from: new RegExp(`${PURE}(?!.*\\.server\\.)`),
    not: /\.server\./,
    allowsTypes: true,
  },
  { name: 'the platform imports no domain', from: /^app\/platform\//, not: /^app\/(?!platform\/)/ },
  {
    name: 'the UI kit imports no domain',
    from: /^app\/web\/ui\//,
    not: /^app\/(?!web\/(?:ui|behaviors)\/|platform\/reader-json\.ts$)/,
  },
  {
    name: 'behaviors import no components',
    from: /^app\/web\/behaviors\//,
    not: /^(?:app\/(?:web\/(?!behaviors\/)|.*\.server\.)|npm:react)/,
    allowsTypes: true,
  },
  {
    name: 'packages do not import the app',
    from: /^packages\//,
    not: /^(?:app|generated|prisma|server\.ts)/,
  },
  {
    name: 'only commands use authoring',
    from: /^app\//,
    not: /^packages\/authoring\//,
    allowsTypes: true,
  },
  {
    name: 'covers are drawn without I/O',
    from: /^packages\/covers\//,
    not: /^(?!packages\/covers\/|npm:virtual:typefaces$)/,
  },
]

/** The imports that break a rule. */
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

/** Finds the cycles of a graph (Tarjan's algorithm). */
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
  test('follows the import rules', () => {
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

  test('has a server without authoring, which the commands use', () => {
    const entries = Object.fromEntries(
      [...readFileSync('vite.config.ts', 'utf8').matchAll(/'?([\w-]+)'?: '\.\/(.+\.ts)',/g)].map(
        ([, name, path]) => [name!, path!],
      ),
    )
    const { readr, ...server } = entries
    expect(Object.keys(server)).toEqual(['index', 'serve', 'operations', 'read-files'])
    const app = sources.map(({ path }) => path).filter((path) => path.startsWith('app/'))
    const loadsAuthoring = (from: string[]) => {
      const loaded = new Set(from)
      for (const path of loaded) {
        if (!SOURCE.test(path) || path.startsWith('generated/')) continue
        for (const { to, isType } of importsOf(path, readFileSync(path, 'utf8'))) {
          if (!isType && SOURCE.test(to)) loaded.add(to)
        }
      }
      return [...loaded].some((path) => path.startsWith('packages/authoring/'))
    }
    expect(loadsAuthoring([readr!])).toBe(true)
    expect(loadsAuthoring([...Object.values(server), ...app])).toBe(false)
  })

  test('imports no route module', () => {
    const routes = new Set(
      [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([\w/-]+\.tsx?)'/g)].map(
        ([, path]) => `app/${path}`,
      ),
    )
    expect(routes.size).toBeGreaterThan(100)
    expect(imports.filter(({ to }) => routes.has(to))).toEqual([])
  })

  test('has no catch-all folder', () => {
    const catchAll = /(?:^|\/)(?:utils?|libs?|helpers?|common|shared|misc)(?:\.|\/)/i
    expect(sources.filter(({ path }) => catchAll.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('has services and stores without requests, responses, and cookies', () => {
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

  test('reads request bodies and parses forms in one place', () => {
    // The service worker also reads requests, in the browser.
    const onServer = sources.filter(({ path }) => /^app\/(?!web\/(?:behaviors|ui)\/)/.test(path))
    const filesWith = (pattern: RegExp) =>
      onServer.filter(({ code }) => pattern.test(withoutComments(code))).map(({ path }) => path)
    const parts = '(?:body|json|text|formData|arrayBuffer|blob|bytes|clone)'
    const readers = [
      new RegExp(`\\b(?:request|req)\\??\\.${parts}\\b`),
      new RegExp(`\\{[^{}]*\\b${parts}\\b[^{}]*\\} = request\\b`),
      /\.formData\(/,
    ].flatMap(filesWith)
    expect([...new Set(readers)]).toEqual(['app/middleware/body.server.ts'])
    expect(filesWith(/conform-to\/(?:zod|dom)/)).toEqual(['app/middleware/form-action.server.ts'])
  })

  test('repeats background work only in platform/jobs', () => {
    /** Other timers on the server, and what each of them waits for. */
    const single: Record<string, string> = {
      'app/accounts/service/answer-once.server.ts': 'the answer to the same form, within a request',
      'app/accounts/service/delay-guessing.server.ts': 'the delay of a failed sign-in',
      'app/accounts/service/run-deferred.server.ts': 'a moment that does not follow from a request',
      'app/billing/service/subscription-start-lock.server.ts': 'a lock, within a request',
      'app/catalogue/service/version.server.ts': 'the database, within a request',
      'app/entry.server.tsx': 'the end of a page that is streamed',
      'app/middleware/cache/send-cached.server.ts': 'the end of a page that others wait for',
      'app/middleware/connection-limits.server.ts': 'one log line for many refusals',
      'app/middleware/operations-thread.ts': 'the heartbeat of a thread without a database',
      'app/middleware/root-data.server.ts': 'the database, within a request',
      'app/platform/processes/run-program.server.ts': 'the end of a program',
      'app/platform/connection-queue.server.ts': 'a connection',
      'app/platform/with-timeout.ts': 'a promise',
      'app/platform/postgres.server.ts': 'a connection, within a request',
      'app/platform/sqlite.server.ts': 'a lock of the file',
      'app/platform/database-work.server.ts':
        'the deadline of a request, and requests between steps of long work',
    }
    const withTimers = sources
      .filter(({ path }) => /^app\/(?!web\/)/.test(path))
      .filter(({ path }) => !path.startsWith('app/platform/jobs/'))
      .filter(({ code }) => /\bset(?:Timeout|Interval)\b/.test(withoutComments(code)))
    expect(withTimers.map(({ path }) => path).toSorted()).toEqual(Object.keys(single).toSorted())
    const repeating = withTimers.filter(({ code }) => code.includes('setInterval'))
    expect(repeating.map(({ path }) => path)).toEqual(['app/middleware/operations-thread.ts'])
  })

  test('holds every way to sign in in one Authenticator', () => {
    const strategies = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/class (\w+).* extends \w*Strategy\b/g)].map(([, name]) => ({
        path,
        name,
      })),
    )
    expect(strategies.map(({ name }) => name).toSorted()).toEqual([
      'PasswordStrategy',
      'ProviderStrategy',
    ])
    const holders = sources.filter(({ code }) => code.includes('new Authenticator'))
    expect(holders.map(({ path }) => path)).toEqual([
      'app/middleware/sign-in/authenticator.server.ts',
    ])
    for (const { path, name } of strategies) {
      expect(path).toMatch(/^app\/middleware\/sign-in\/[\w-]+-strategy\.server\.ts$/)
      expect(holders[0]!.code).toMatch(new RegExp(`\\.use\\(new ${name}\\(`))
    }
    const beginners = sources.filter(
      ({ path, code }) =>
        path.startsWith('app/') && /\bbegin(?:Web|App)Session\(/.test(withoutComments(code)),
    )
    expect(beginners.map(({ path }) => path).toSorted()).toEqual([
      'app/accounts/service/begin-session.server.ts',
      'app/middleware/sign-in/finish-sign-in.server.ts',
    ])
  })

  test('starts every job', () => {
    const started = /jobs\.start\(([^)]*)\)/.exec(
      readFileSync('app/background-work.server.ts', 'utf8'),
    )![1]!
    const defined = sources
      .filter(({ path }) => !path.startsWith('app/platform/jobs/'))
      .flatMap(({ code }) => [...code.matchAll(/(\w+) = defineJob\(/g)].map(([, name]) => name))
    expect(started.match(/\w+/g)!.toSorted()).toEqual(defined.toSorted())
  })

  // Vite's helper for import() would fetch the styles again.
  test('has no import() in code for browsers', () => {
    const importers = sources.filter(
      ({ path, code }) =>
        path.startsWith('app/') &&
        !path.includes('.server.') &&
        /(?<!typeof )\bimport\(\s*['"`]/.test(code),
    )
    expect(importers.map(({ path }) => path)).toEqual([])
  })

  test('uses what browsers may not have only in code of the server', () => {
    const newer =
      /\bTemporal\.|\bRegExp\.escape\b|\.getOrInsert(?:Computed)?\(|\.toBase64\(|\bUint8Array\.from(?:Base64|Hex)\b|\.toHex\(|^\s*(?:await )?using \w+ =/m
    const forBrowsers = /^(?:packages\/client\/|app\/(?!.*\.server\.))/
    const users = sources.filter(({ code }) => newer.test(withoutComments(code)))
    expect(users.map(({ path }) => path)).toContain('app/reading/rules/reader-clock.server.ts')
    expect(users.filter(({ path }) => forBrowsers.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('deletes accounts only after ending the subscription', () => {
    const callers = imports.filter(({ to }) => to.endsWith('/delete-account.server.ts'))
    expect(callers.map(({ from }) => from)).toEqual(['app/billing/service/close-account.server.ts'])
    const deleters = sources.filter(({ code }) => /\bdeleteUser\b/.test(code))
    expect(deleters.map(({ path }) => path).toSorted()).toEqual([
      'app/accounts/service/delete-account.server.ts',
      'app/accounts/store/manage-account.server.ts',
    ])
  })

  test('has no file over 300 lines', () => {
    const generated = 'packages/client/types.ts'
    const others = ['server.ts', ...globSync('app/**/*.css')].map((path) => ({
      path,
      code: readFileSync(path, 'utf8'),
    }))
    const long = [...sources, ...others].filter(
      ({ path, code }) => path !== generated && code.split('\n').length > 301,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

describe('the rules', () => {
  // Each import breaks the named rule.
  test.each([
    ['app/web/a.tsx', '../api/list.ts', 'web and api do not import each other'],
    ['app/api/a.ts', '../web/ui/b.tsx', 'web and api do not import each other'],
    ['app/middleware/a.ts', '../web/ui/b.tsx', 'middleware does not import handlers'],
    ['app/web/a.tsx', '../catalogue/store/b.server.ts', 'only services use stores'],
    ['app/api/a.ts', '@prisma/client', 'only stores and the platform use the database'],
    [
      'app/catalogue/service/a.ts',
      '../../platform/database.server.ts',
      'only stores and the platform use the database',
    ],
    ['app/catalogue/service/a.ts', '../../middleware/b.ts', 'domains do not import their callers'],
    [
      'app/web/a.tsx',
      '../accounts/service/begin-session.server.ts',
      'only app/middleware/sign-in starts sign-ins and begins sessions',
    ],
    [
      'app/api/a.ts',
      'remix-auth/strategy',
      'only app/middleware/sign-in starts sign-ins and begins sessions',
    ],
    ['app/catalogue/service/a.ts', 'react-router', 'domains do not import HTTP or a framework'],
    ['app/catalogue/store/a.ts', 'node:http', 'domains do not import HTTP or a framework'],
    ['app/catalogue/service/a.ts', '../../billing/rules/b.ts', 'catalogue imports no other domain'],
    ['app/billing/service/a.ts', '../../catalogue/rules/b.ts', 'billing imports only accounts'],
    ['app/billing/service/a.ts', '../../accounts/store/b.ts', 'billing imports only accounts'],
    ['app/catalogue/store/a.ts', '../service/b.ts', 'stores do not import services'],
    [
      'app/catalogue/rules/a.ts',
      'node:path',
      'rules and schemas import only pure packages at run time',
    ],
    [
      'app/reading/schema/a.ts',
      '../rules/reader-clock.server.ts',
      'rules and schemas that browsers load import none of the server',
    ],
    ['app/platform/a.ts', '../catalogue/rules/b.ts', 'the platform imports no domain'],
    ['app/web/ui/a.tsx', '../../catalogue/rules/b.ts', 'the UI kit imports no domain'],
    ['app/web/behaviors/a.ts', '../ui/b.tsx', 'behaviors import no components'],
    ['packages/client/a.ts', '../../app/api/endpoint.server.ts', 'packages do not import the app'],
    ['app/web/a.tsx', '../../packages/authoring/b.ts', 'only commands use authoring'],
    ['packages/covers/a.ts', 'node:fs', 'covers are drawn without I/O'],
  ])('reject that %s imports %s', (file, specifier, rule) => {
    const broken = [
      `import '${specifier}'`,
      `export { a } from '${specifier}'`,
      `import('${specifier}')`,
    ].map((source) => violations(importsOf(file, source)))
    for (const found of broken) expect(found.join('\n')).toContain(rule)
  })

  test('distinguish types from values', () => {
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
