import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { decodedWhenUsed, withoutFacades } from '../../bin/small-server-bundle.ts'

interface Graph {
  inputNodes: { edges: object }[]
  outputNodes: { edges: object }[]
}

const RUNTIME = 'node_modules/@prisma/client/runtime/client.js'

/** The graph of this product's queries, decoded by the class in this code of Prisma's runtime. */
function decode(code: string): Graph {
  const classes: string[] = []
  const collect = (node: { start: number; end: number }) => {
    const text = code.slice(node.start, node.end)
    if (/deserialize\(\)\{/.test(text) || text.startsWith('class NodeOfGraph')) classes.push(text)
  }
  new Visitor({ ClassExpression: collect, ClassDeclaration: collect }).visit(
    parseSync(RUNTIME, code).program,
  )
  const [decoder, node = ''] = classes
  const fromText = /=(\w+)\(\w\.graph\)/.exec(decoder!)![1]!
  const Decoder = new Function(fromText, `${node}; return ${decoder}`)((text: string) =>
    Buffer.from(text, 'base64url'),
  ) as new (schema: object) => { deserialize(): Graph }
  return new Decoder(ownSchema()).deserialize()
}

/** What the generated client gives to Prisma. */
function ownSchema() {
  const code = readFileSync('generated/sqlite/internal/class.ts', 'utf8')
  const strings = /strings: JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)![1]!
  return {
    strings: JSON.parse(JSON.parse(strings) as string) as string[],
    graph: /graph: "([^"]+)"/.exec(code)![1]!,
  }
}

test('the edges of Prisma’s graph are the same, in any order, when they are decoded later', () => {
  const code = readFileSync(RUNTIME, 'utf8')
  const now = decode(code)
  const later = decode(decodedWhenUsed(code))
  expect(now.inputNodes.length).toBeGreaterThan(1000)
  for (const kind of ['inputNodes', 'outputNodes'] as const) {
    const nodes = later[kind].toReversed().map(({ edges }) => edges)
    expect(nodes.toReversed()).toEqual(now[kind].map(({ edges }) => edges))
    expect(later[kind][1]!.edges).toBe(later[kind][1]!.edges)
  }
})

test('a Prisma that decodes in another way fails the build', () => {
  const code = readFileSync(RUNTIME, 'utf8').replaceAll('{edges:', '{links:')
  expect(() => decodedWhenUsed(code)).toThrow('adapt decodedWhenUsed()')
})

test('Node’s modules are imported without their facades, others as before', () => {
  const code = [
    `import http, { createServer as create } from 'node:http'`,
    `import * as path from "path"`,
    `import 'node:fs'`,
    `import { x } from './x.js'`,
    `export const y = x`,
  ].join('\n')
  const changed = withoutFacades('entry.js', code)
  expect(parseSync('entry.js', changed).errors).toEqual([])
  expect(changed.split('\n')).toEqual([
    `const http=process.getBuiltinModule("node:http"),{"createServer":create}=process.getBuiltinModule("node:http");`,
    `const path=process.getBuiltinModule("path");`,
    '',
    `import { x } from './x.js'`,
    `export const y = x`,
  ])
})
