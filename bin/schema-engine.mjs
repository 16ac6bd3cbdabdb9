#!/usr/bin/env node
/**
 * Prisma's schema engine for machines that cannot download Prisma's binary: the WebAssembly build
 * from npm behind the JSON-RPC interface of the CLI. The CLI finds it through
 * PRISMA_SCHEMA_ENGINE_BINARY (bin/setup.mjs).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'

const args = process.argv.slice(2)
if (args.includes('--version')) {
  process.stdout.write('schema-engine-cli wasm\n')
  process.exit(0)
}
if (args[0] === 'cli') process.exit(0)

const valuesOf = (flag) => args.flatMap((arg, i) => (arg === flag ? [args[i + 1]] : []))
const datamodels = valuesOf('--datamodels').map((path) => [path, readFileSync(path, 'utf8')])
const datasource = JSON.parse(valuesOf('--datasource')[0] ?? '{}')
const url = datasource.url ?? process.env.DATABASE_URL ?? 'file::memory:'

const bytes = readFileSync(
  new URL(
    'schema_engine_bg.wasm',
    import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
  ),
)
const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engineModule })
engineModule.__wbg_set_wasm(instance.exports)
instance.exports.__wbindgen_start()

const factory = url.startsWith('postgres')
  ? new PrismaPg({ connectionString: url })
  : new PrismaBetterSqlite3({ url })
const engine = await engineModule.SchemaEngine.new(
  { datamodels: datamodels.length > 0 ? datamodels : undefined },
  () => {},
  bindMigrationAwareSqlAdapterFactory(factory),
)

const send = (message) => writeFileSync(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const { id, method, params } = JSON.parse(line)
  try {
    const result = await engine[method](params)
    if (method === 'diff' && result?.stdout) {
      send({ id: 0, method: 'print', params: { content: result.stdout } })
    }
    send({ id, result })
  } catch (error) {
    send({
      id,
      error: {
        code: 4466,
        message: String(error.message ?? error),
        data: {
          is_panic: false,
          message: String(error.message ?? error),
          meta: error.meta ?? null,
          error_code: error.code ?? '',
        },
      },
    })
  }
}
