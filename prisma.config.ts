import { defineConfig } from 'prisma/config'

// One model, two engines: the prefix of DATABASE_URL decides which twin a command works on.
const url = process.env.DATABASE_URL ?? 'file:./data/readr.db'
const engine = url.startsWith('postgres') ? 'postgres' : 'sqlite'

export default defineConfig({
  schema: `prisma/${engine}`,
  migrations: { path: `prisma/${engine}/migrations` },
  datasource: { url },
  // The full-text tables are made by hand-written SQL that Prisma must leave alone.
  experimental: { externalTables: true },
  tables: {
    external:
      engine === 'sqlite'
        ? ['BookNamesFts', 'BookWordsFts'].flatMap((name) =>
            ['', '_data', '_idx', '_docsize', '_config'].map((part) => name + part),
          )
        : [],
  },
})
