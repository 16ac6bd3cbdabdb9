import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * The import rules of the design, kept by dependency-cruiser. `all` also sees imports of types;
 * `atRunTime` only what is there when the program runs.
 */

const DOMAINS = '(?:catalogue|reading|accounts|billing|admin)'
const PURE = '(?:rules|schema|genres)\\.ts$|(?:rules|schema|summary|cover)/'
/** The inner files of a domain: all but its pages and components. */
const CORE = `^app/(${DOMAINS})/(?!pages/|ui/)`
const STORE = `^app/${DOMAINS}/store(?:/|\\.server\\.ts$)`

/** Whose services the core of a domain may call besides its own, and whose rules it may know. */
const MAY_CALL: Record<string, string[]> = {
  catalogue: [],
  accounts: [],
  billing: ['accounts'],
  reading: ['catalogue', 'billing'],
  admin: ['catalogue', 'accounts', 'billing', 'reading'],
}

type Rule = Omit<IRegularForbiddenRuleType, 'severity'> & { name: string }

const all: Rule[] = [
  {
    name: 'pages and calls know no store',
    from: { path: `^app/(?:${DOMAINS}/(?:pages|ui)|site|api|middleware)/` },
    to: { path: STORE },
  },
  {
    name: 'only stores and the platform know the database',
    from: { path: '^app/', pathNot: `^app/platform/|${STORE}` },
    to: {
      path: '^generated/|^app/platform/database\\.server\\.ts$|node_modules/@?prisma/|node_modules/(?:pg|better-sqlite3)/',
    },
  },
  {
    name: 'pages know no other pages',
    from: { path: '^app/(?:[^/]+/pages)/' },
    to: { path: '^app/[^/]+/pages/' },
  },
  {
    name: 'pages know nothing of the calls but their description',
    from: { path: '^app/(?:[^/]+/(?:pages|ui|shell))/' },
    to: { path: '^app/api/', pathNot: '^app/api/description\\.server\\.ts$' },
  },
  {
    name: 'calls know no pages and components',
    from: { path: '^app/api/' },
    to: { path: '^app/(?:[^/]+/(?:pages|ui)/|site/|ui/|root\\.tsx$)' },
  },
  {
    name: 'calls know no other calls',
    from: { path: '^app/api/', pathNot: '\\.server\\.ts$' },
    to: { path: '^app/api/', pathNot: '\\.server\\.ts$|/wire\\.ts$' },
  },
  {
    name: 'middleware knows the platform, services, rules, and how calls refuse',
    from: { path: '^app/middleware/' },
    to: {
      path: '^app/',
      pathNot: `^app/(?:middleware/|platform/|api/answers\\.server\\.ts$|${DOMAINS}/(?:service(?:/|\\.server\\.ts$)|${PURE}))`,
    },
  },
  {
    name: 'a domain’s core knows no page, component, call or middleware',
    from: { path: CORE },
    to: {
      path: '^app/(?:[^/]+/(?:pages|ui)/|site/|api/|middleware/|ui/|root\\.tsx$|entry\\.|routes\\.ts$)',
    },
  },
  {
    name: 'a domain’s core knows no HTTP and no framework',
    from: { path: CORE },
    to: {
      path: 'node_modules/(?:@?react-router|react|react-dom|@remix-run|sirv)/|^(?:http|https|http2)$',
    },
  },
  ...Object.entries(MAY_CALL).map(([domain, services]) => ({
    name: `${domain} knows of other domains ${services.length > 0 ? `the services of ${services.join(' and ')}` : 'nothing'}`,
    from: { path: `^app/${domain}/(?!pages/|ui/)` },
    to: {
      path: `^app/${DOMAINS}/`,
      pathNot: [
        `^app/${domain}/`,
        ...services.map((name) => `^app/${name}/(?:service(?:/|\\.server\\.ts$)|${PURE})`),
      ],
    },
  })),
  {
    name: 'pages know of other domains what they offer',
    from: { path: `^app/(${DOMAINS}|site)/(?:pages|ui|shell)/` },
    to: {
      path: `^app/${DOMAINS}/`,
      pathNot: [`^app/$1/`, `^app/${DOMAINS}/(?:service(?:/|\\.server\\.ts$)|ui/|${PURE})`],
    },
  },
  {
    name: 'a store knows the database and the types of its domain',
    from: { path: STORE },
    to: { path: '^app/', pathNot: [`^app/platform/`, STORE, `^app/${DOMAINS}/(?:${PURE})`] },
  },
  {
    name: 'the platform knows no domain',
    from: { path: '^app/platform/' },
    to: { path: '^app/(?!platform/)' },
  },
  {
    name: 'plain components know no domain',
    from: { path: '^app/ui/' },
    to: { path: '^app/(?!ui/)' },
  },
]

const atRunTime: Rule[] = [
  {
    name: 'rules and schemas need nothing but zod and each other',
    from: {
      path: `^app/(?:${DOMAINS}|site)/(?:rules|schema|genres)\\.ts$|^app/${DOMAINS}/(?:summary|cover)/[^/]+\\.ts$`,
    },
    to: { pathNot: `^app/[^/]+/(?:${PURE})|node_modules/zod/|^virtual:typefaces$` },
  },
  {
    name: 'components run in the browser: they need nothing of the server',
    from: { path: '^app/(?:[^/]+/ui|ui|site/shell)/|^app/entry\\.client' },
    to: { path: '\\.server\\.tsx?$|^app/platform/|/pages/' },
  },
  { name: 'there are no circles', from: {}, to: { circular: true } },
  {
    name: 'every import is there',
    from: {},
    to: { couldNotResolve: true, pathNot: '/\\+types/|^virtual:' },
  },
]

const swc = createRequire(import.meta.url)('@swc/core') as typeof import('@swc/core')
let withTypes = true

/**
 * dependency-cruiser asks swc for plain TypeScript and looks at types and values alike; this tells
 * it of JSX, and leaves imports of types out where they are not wanted.
 */
beforeAll(() => {
  const { parseFileSync } = swc
  const parse = ((file: string) => {
    const module = parseFileSync(file, {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
      target: 'es2022',
    })
    if (withTypes) return module
    return {
      ...module,
      body: module.body.filter((item) => {
        if (item.type === 'ImportDeclaration') {
          const { typeOnly, specifiers } = item
          return (
            !typeOnly &&
            (specifiers.length === 0 ||
              specifiers.some((s) => s.type !== 'ImportSpecifier' || !s.isTypeOnly))
          )
        }
        return !(item.type === 'ExportNamedDeclaration' && item.typeOnly)
      }),
    }
  }) as typeof parseFileSync
  Object.assign(swc, { parseFileSync: parse })
  return () => Object.assign(swc, { parseFileSync })
})

/** Which file breaks which rule, in a folder that is laid out like this one. */
async function breaks(baseDir: string, rules: Rule[], types: boolean): Promise<string[]> {
  withTypes = types
  const { output } = await cruise(['app'], {
    baseDir,
    validate: true,
    ruleSet: { forbidden: rules.map((rule) => ({ ...rule, severity: 'error' as const })) },
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^generated'] },
    exclude: {
      path: ['\\+types/', '\\?(?:url|inline-script|inline-bytes)$'],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  })
  const { violations, totalCruised } = (output as ICruiseResult).summary
  expect(totalCruised).toBeGreaterThanOrEqual(
    readdirSync(join(baseDir, 'app'), { recursive: true }).filter((name) =>
      /\.tsx?$/.test(String(name)),
    ).length,
  )
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

describe('the product', () => {
  test('keeps the rules of who may import whom, types included', async () => {
    expect(await breaks(process.cwd(), all, true)).toEqual([])
  })

  test('keeps the rules of what is needed when it runs', async () => {
    expect(await breaks(process.cwd(), atRunTime, false)).toEqual([])
  })

  const files = readdirSync('app', { recursive: true, withFileTypes: true }).map((entry) => ({
    ...entry,
    name: entry.name,
    path: join(entry.parentPath, entry.name),
    isFile: entry.isFile(),
  }))
  const sources = files.filter(({ isFile, name }) => isFile && /\.tsx?$/.test(name))

  test('has no drawer for odds and ends', () => {
    const drawers = /^(?:utils?|libs?|helpers?|common|shared|misc)(?:\.|$)/i
    expect(files.filter(({ name }) => drawers.test(name)).map(({ path }) => path)).toEqual([])
  })

  test('has services and stores that take no request, give no response, and know no cookie', () => {
    const core = new RegExp(`${CORE}(?:service|store)`)
    const inner = sources.filter(({ path }) => core.test(path))
    expect(inner.length).toBeGreaterThan(2)
    for (const { path } of inner) {
      const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      expect(code, path).not.toMatch(
        /\b(?:Request|Headers|[Cc]ookies?)\b|Response\(|\): Response\b|Promise<Response>/,
      )
    }
  })

  test('reads the environment in one place', () => {
    const readers = sources.filter(({ path }) => /process\.env\b/.test(readFileSync(path, 'utf8')))
    expect(readers.map(({ path }) => path)).toEqual(['app/platform/env.server.ts'])
  })

  test('reads the bodies of requests, and parses forms, in one place', () => {
    const code = (path: string) =>
      readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    // In the browser, the service worker reads what it keeps.
    const onServer = sources.filter(({ path }) => !/^app\/(?:[^/]+\/)?ui\//.test(path))
    const whichSay = (pattern: RegExp) =>
      onServer.filter(({ path }) => pattern.test(code(path))).map(({ path }) => path)
    const parts = '(?:body|json|text|formData|arrayBuffer|blob|bytes|clone)'
    const readers = [
      new RegExp(`\\b(?:request|req)\\??\\.${parts}\\b`),
      new RegExp(`\\{[^{}]*\\b${parts}\\b[^{}]*\\} = request\\b`),
      /\.formData\(/,
    ].flatMap(whichSay)
    expect([...new Set(readers)]).toEqual(['app/middleware/body.server.ts'])
    expect(whichSay(/conform-to\/(?:zod|dom)/)).toEqual(['app/middleware/form-action.server.ts'])
  })

  test('deletes accounts in one way, which ends the subscription first', () => {
    const callers = sources.filter(({ path }) =>
      /\bdeleteAccount\b[^;]*from '[^']*accounts\/service\.server\.ts'|\bdeleteUser\b/.test(
        readFileSync(path, 'utf8'),
      ),
    )
    expect(callers.map(({ path }) => path).toSorted()).toEqual([
      'app/accounts/service.server.ts',
      'app/accounts/store.server.ts',
      'app/billing/service/close-account.server.ts',
    ])
  })

  test('asks for the demo in one place', () => {
    const askers = sources.filter(
      ({ path }) =>
        !path.startsWith('app/demo/') && /from '[./]+\/demo\//.test(readFileSync(path, 'utf8')),
    )
    expect(askers.length).toBeLessThanOrEqual(1)
  })

  test('has no import() in code for browsers, whose helper would fetch the styles again', () => {
    const importers = sources.filter(
      ({ path, name }) =>
        !name.includes('.server.') &&
        /(?<!typeof )\bimport\(\s*['"`]/.test(readFileSync(path, 'utf8')),
    )
    expect(importers.map(({ path }) => path)).toEqual([])
  })

  test('has files that one can hold in the head', () => {
    const long = sources.filter(({ path }) => readFileSync(path, 'utf8').split('\n').length > 320)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

describe('the rules', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'readr-architecture-'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Every break: the file, what it imports, and the rule that must say so. */
  const cases: [file: string, source: string, rule: string][] = [
    ['catalogue/pages/a.tsx', `import '../store.server.ts'`, 'pages and calls know no store'],
    [
      'catalogue/pages/a.tsx',
      `import type { A } from '../store/search.server.ts'`,
      'pages and calls know no store',
    ],
    [
      'catalogue/pages/a.tsx',
      `import { db } from '../../platform/database.server.ts'`,
      'only stores and the platform know the database',
    ],
    [
      'catalogue/service.server.ts',
      `import { db } from '../platform/database.server.ts'`,
      'only stores and the platform know the database',
    ],
    [
      'api/a.ts',
      `import { PrismaClient } from '@prisma/client'`,
      'only stores and the platform know the database',
    ],
    [
      'catalogue/pages/a.tsx',
      `import { b } from './b.tsx'; export const c = <p>{b}</p>`,
      'pages know no other pages',
    ],
    [
      'site/pages/a.tsx',
      `import type { B } from '../../catalogue/pages/b.tsx'`,
      'pages know no other pages',
    ],
    [
      'site/pages/a.tsx',
      `import '../../api/list.ts'`,
      'pages know nothing of the calls but their description',
    ],
    ['api/a.ts', `import '../catalogue/ui/b.tsx'`, 'calls know no pages and components'],
    ['api/a.ts', `import './list.ts'`, 'calls know no other calls'],
    [
      'middleware/a.server.ts',
      `import '../site/shell/b.tsx'`,
      'middleware knows the platform, services, rules, and how calls refuse',
    ],
    [
      'catalogue/service.server.ts',
      `import '../middleware/b.server.ts'`,
      'a domain’s core knows no page, component, call or middleware',
    ],
    [
      'catalogue/service.server.ts',
      `import { redirect } from 'react-router'`,
      'a domain’s core knows no HTTP and no framework',
    ],
    [
      'catalogue/store.server.ts',
      `import http from 'node:http'`,
      'a domain’s core knows no HTTP and no framework',
    ],
    [
      'catalogue/service.server.ts',
      `import '../billing/service.server.ts'`,
      'catalogue knows of other domains nothing',
    ],
    [
      'billing/service.server.ts',
      `import '../catalogue/service.server.ts'`,
      'billing knows of other domains the services of accounts',
    ],
    [
      'reading/service.server.ts',
      `import '../catalogue/typing-errors.server.ts'`,
      'reading knows of other domains the services of catalogue and billing',
    ],
    [
      'billing/pages/a.tsx',
      `import '../../catalogue/typing-errors.server.ts'`,
      'pages know of other domains what they offer',
    ],
    [
      'catalogue/store.server.ts',
      `import './service.server.ts'`,
      'a store knows the database and the types of its domain',
    ],
    [
      'platform/a.server.ts',
      `import type { A } from '../catalogue/rules.ts'`,
      'the platform knows no domain',
    ],
    [
      'ui/a.tsx',
      `import { A } from '../catalogue/rules.ts'; export const b = <A />`,
      'plain components know no domain',
    ],
    [
      'catalogue/rules.ts',
      `import { join } from 'node:path'`,
      'rules and schemas need nothing but zod and each other',
    ],
    [
      'catalogue/schema.ts',
      `import { a } from './service.server.ts'`,
      'rules and schemas need nothing but zod and each other',
    ],
    [
      'catalogue/ui/a.tsx',
      `import { a } from '../service.server.ts'; export const b = <p>{a}</p>`,
      'components run in the browser: they need nothing of the server',
    ],
    [
      'catalogue/ui/a.tsx',
      `import { b } from '../pages/b.tsx'`,
      'components run in the browser: they need nothing of the server',
    ],
    ['catalogue/rules.ts', `import './rules-2.ts'`, 'every import is there'],
    ['catalogue/rules.ts', `export { a } from './schema.ts'`, 'there are no circles'],
  ]

  const bystanders = [
    'catalogue/pages/b.tsx',
    'catalogue/ui/b.tsx',
    'catalogue/store.server.ts',
    'catalogue/store/search.server.ts',
    'catalogue/service.server.ts',
    'catalogue/typing-errors.server.ts',
    'catalogue/rules.ts',
    'billing/service.server.ts',
    'billing/rules.ts',
    'api/list.ts',
    'site/shell/b.tsx',
    'middleware/b.server.ts',
    'platform/database.server.ts',
  ]

  test.each(cases)('see that %s does %s', async (file, source, rule) => {
    rmSync(join(folder, 'app'), { recursive: true, force: true })
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, 'app', name)), { recursive: true })
      writeFileSync(join(folder, 'app', name), `${text}\n`)
    }
    for (const name of bystanders) write(name, 'export const a = 1')
    write('catalogue/schema.ts', `export { a } from './rules.ts'`)
    write(file, source)
    const found = [
      ...(await breaks(folder, all, true)),
      ...(await breaks(folder, atRunTime, false)),
    ]
    expect(found.map((one) => one.split(': ').slice(0, -1).join(': '))).toContain(rule)
  })

  test('let types through where only types are wanted', async () => {
    rmSync(join(folder, 'app'), { recursive: true, force: true })
    for (const [name, text] of [
      [
        'catalogue/rules.ts',
        `import type { A } from './service.server.ts'\nimport { type B } from './service.server.ts'\nexport type { A } from './service.server.ts'`,
      ],
      ['catalogue/service.server.ts', `export type A = 1`],
    ] as const) {
      mkdirSync(dirname(join(folder, 'app', name)), { recursive: true })
      writeFileSync(join(folder, 'app', name), text)
    }
    expect(await breaks(folder, atRunTime, false)).toEqual([])
  })
})
