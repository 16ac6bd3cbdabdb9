import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { riskyWords } from '#app/platform/may-break-references.ts'
import { kindOf } from '#app/platform/schema-versions.ts'

/** Newer migrations say which versions can run after them. */
const FIRST_WITH_KIND = '20261123080000'

interface Migration {
  name: string
  sql: string
}

function migrationsOf(engine: 'sqlite' | 'postgres'): Migration[] {
  const folder = `prisma/${engine}/migrations`
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(`${folder}/${name}/migration.sql`, 'utf8') }))
}

/** Statements after which a version that does not know this migration may fail. */
function notExpanding(sql: string): string[] {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
  const created = [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("\w+")/gi)].map(([, t]) => t)
  const added = [...text.matchAll(/ADD COLUMN ("\w+")/gi)].map(([, column]) => column!)
  // Older versions leave new columns empty, and an ID is unique on its own.
  const cannotBeViolated = (statement: string) => {
    const columns = /\(([^)]*)\)$/.exec(statement)?.[1]?.split(/,\s*/) ?? []
    return columns.some((column) => column === '"id"' || added.includes(column))
  }
  const isOnNew = (statement: string) => created.some((table) => statement.includes(` ${table}`))
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter(
      (statement) =>
        /\bDROP (?!INDEX)|\bRENAME\b|\bALTER COLUMN\b|^DELETE\b/i.test(statement) ||
        (/^CREATE UNIQUE INDEX|\bADD CONSTRAINT\b/i.test(statement) &&
          !isOnNew(statement) &&
          !cannotBeViolated(statement)) ||
        /\bADD COLUMN [^,]*NOT NULL(?![^,]*\bDEFAULT\b)/i.test(statement),
    )
}

test('each new migration says in its first line whether earlier versions can run after it', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const all = migrationsOf(engine)
    for (const { name, sql } of all.filter((one) => one.name > FIRST_WITH_KIND)) {
      const kind = kindOf(sql)
      expect(
        kind,
        `${engine} ${name}: docs/decisions/103-migrations-expand-first.md`,
      ).not.toBeNull()
      if (kind === 'expand') expect(notExpanding(sql), name).toEqual([])
      else {
        const since = kind!.slice('contract, since '.length)
        expect(all.filter((one) => one.name < name).map((one) => one.name)).toContain(since)
      }
    }
  }
})

test('the migrations from before say nothing, because no version without them reads it', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const old = migrationsOf(engine).filter(({ name }) => name < FIRST_WITH_KIND)
    expect(old.at(-1)!.name).toBe('20261123070200_open_charge_refunds')
    expect(old.filter(({ sql }) => kindOf(sql) !== null)).toEqual([])
  }
})

test('a migration says the same on both engines', () => {
  const kinds = (engine: 'sqlite' | 'postgres') =>
    migrationsOf(engine).flatMap(({ name, sql }) =>
      name > FIRST_WITH_KIND ? [[name, kindOf(sql)]] : [],
    )
  expect(kinds('sqlite')).toEqual(kinds('postgres'))
})

test.each([
  ['CREATE TABLE "A" ("b" INTEGER NOT NULL); CREATE UNIQUE INDEX "i" ON "A"("b")', []],
  [
    'ALTER TABLE "A" ADD COLUMN "b" TEXT; ALTER TABLE "A" ADD COLUMN "c" INT NOT NULL DEFAULT 0',
    [],
  ],
  ['CREATE INDEX "i" ON "A"("b"); DROP INDEX "j"; UPDATE "A" SET "b" = 1', []],
  ['ALTER TABLE "A" ADD COLUMN "b" INTEGER NOT NULL', [/ADD COLUMN/]],
  ['ALTER TABLE "A" DROP COLUMN "b"', [/DROP COLUMN/]],
  ['DROP TABLE "A"; ALTER TABLE "B" RENAME TO "A"', [/DROP/, /RENAME/]],
  ['ALTER TABLE "A" ALTER COLUMN "b" SET NOT NULL', [/ALTER COLUMN/]],
  ['CREATE UNIQUE INDEX "i" ON "A"("b")', [/UNIQUE/]],
  ['CREATE UNIQUE INDEX "i" ON "A"("b", "id")', []],
  ['ALTER TABLE "A" ADD COLUMN "b" TEXT; CREATE UNIQUE INDEX "i" ON "A"("b")', []],
  ['ALTER TABLE "A" ADD COLUMN "b" TEXT; CREATE UNIQUE INDEX "i" ON "A"("c")', [/UNIQUE/]],
])('%s', (sql, found) => {
  expect(notExpanding(sql)).toEqual(found.map((pattern) => expect.stringMatching(pattern)))
})

test.each([
  ['-- readr: expand\nCREATE', 'expand'],
  [
    '-- readr: contract, since 20261123030000_corrections\nDROP',
    'contract, since 20261123030000_corrections',
  ],
  ['-- readr: contract\nDROP', null],
  ['-- readr: expand the table\n', null],
  ['CREATE\n-- readr: expand\n', null],
])('the first line of %j', (sql, kind) => {
  expect(kindOf(sql)).toBe(kind)
})

test.each([
  ['ALTER TABLE "A" ADD COLUMN "n" INTEGER NOT NULL DEFAULT 0;', []],
  ['CREATE TABLE "A" ("id" INTEGER);\nCREATE INDEX "A_id" ON "A"("id");\nDROP INDEX "B_id";', []],
  ['-- DELETE\nALTER TABLE "A" ADD COLUMN "n" INTEGER;\nUPDATE "A" SET "n" = (SELECT 1);', []],
  ['CREATE TRIGGER "T" AFTER INSERT ON "A" BEGIN DELETE FROM "B"; DELETE FROM "C"; END;', []],
  ['UPDATE "A" SET "bookId" = 7;', ['A']],
  ['ALTER TABLE "A" ADD COLUMN "n" INTEGER;\nUPDATE "A" SET "n" = 1, "bookId" = 7;', ['A']],
  ['ALTER TABLE "A" ADD COLUMN "b" INTEGER REFERENCES "B" ("id");\nUPDATE "A" SET "b" = 7;', ['A']],
  ['DELETE FROM "A";', ['A']],
  ['DELETE FROM A;', ['A']],
  ['INSERT INTO "A" VALUES (1);', ['A']],
  ['CREATE TABLE "new_A" ("id" INTEGER);\nDROP TABLE "A";', ['A']],
  ['ALTER TABLE "new_A" RENAME TO "A";', ['new_A', 'A']],
])(
  'the references of a table are checked only after migrations that may break them: %s',
  (sql, tables) => {
    const words = [...riskyWords(sql)]
    expect(words.filter((word) => ['A', 'B', 'C', 'new_A'].includes(word))).toEqual(tables)
  },
)
