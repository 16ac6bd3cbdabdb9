/**
 * `npm run generate:client`: writes the types of packages/client from the OpenAPI document. A test fails
 * while they are out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import {
  clientRoutes,
  clientTypes,
  description,
  ROUTES_FILE,
  TYPES_FILE,
} from './generate-client-types.ts'

const document = await description()
for (const [file, text] of [
  [TYPES_FILE, await clientTypes(document)],
  [ROUTES_FILE, await clientRoutes(document)],
] as const) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (text !== before) await writeFile(file, text)
}
