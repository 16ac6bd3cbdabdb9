import type { TestProject } from 'vitest/node'
import { migrate } from '#app/platform/migrate-database.server.ts'
import { onPostgres, startPostgres } from './postgres.ts'

const TEMPLATE = 'migrated'

/** Starts a PostgreSQL server for the run, with a migrated database to copy. */
export default async function migrateOnPostgres(project: TestProject) {
  const { url, stop } = await startPostgres()
  await onPostgres(`${url}/postgres`, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(`${url}/${TEMPLATE}`)
  project.provide('migrated', { server: url, template: TEMPLATE })
  return stop
}
