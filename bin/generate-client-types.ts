/**
 * Writes packages/client/types.ts from the description of the API:
 * `npm run generate:client`. A test fails while the file is not what this would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { type ApiRoute, describeCalls } from '../app/api/describe-calls.server.ts'
import routes from '../app/routes.ts'

const APP = join(import.meta.dirname, '../app')
export const TYPES_FILE = join(import.meta.dirname, '../packages/client/types.ts')

const HEADER = `/**
 * What the calls of Readr's API take and answer. Written from the description of the API by
 * bin/generate-client-types.ts: change that, not this.
 */
`

/** The part of JSON Schema that the description uses. */
interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Operation {
  operationId: string
  summary?: string
  parameters?: {
    in: string
    name: string
    required?: boolean
    description?: string
    schema?: Schema
  }[]
  requestBody?: Content
  responses: Record<string, Content>
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A call that answers JSON, as a client makes it. */
export interface DescribedCall {
  operation: Operation
  method: string
  path: string
  /** Of the answer when all is well. */
  answer: Schema
}

/** The OpenAPI document of the calls in the route table. */
export async function description(): Promise<Description> {
  const described: ApiRoute[] = []
  for (const { path, file } of routes) {
    // openapi.ts reads the built route table, which does not exist here.
    if (!file.startsWith('api/') || file === 'api/openapi.ts') continue
    described.push({ path, module: await import(join(APP, file)) })
  }
  return describeCalls(described) as unknown as Description
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

/** Every call that answers JSON; an address that only sends a browser elsewhere is none. */
export function describedCalls({ paths }: Description): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const success = Object.keys(operation.responses).find((status) => status.startsWith('2'))
      const answer = success && jsonOf(operation.responses[success])
      return answer ? [{ operation, method: method.toUpperCase(), path, answer }] : []
    }),
  )
}

const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : ''
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
/** A schema's name as a type; no module shall hide what JavaScript calls an Error. */
const nameOf = (schema: string) => (schema === 'Error' ? 'ErrorAnswer' : schema)
const union = (types: string[]) => [...new Set(types)].map((type) => `(${type})`).join(' | ')

function typeOf(schema: Schema): string {
  const { $ref, enum: values, properties, additionalProperties: rest } = schema
  if ($ref) return nameOf($ref.slice($ref.lastIndexOf('/') + 1))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return union(values.map((value) => JSON.stringify(value)))
  if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf)!.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type })))
  }
  switch (schema.type) {
    case 'object':
      if (properties && Object.keys(properties).length > 0) return objectOf(schema)
      if (typeof rest === 'object') return `Record<string, ${typeOf(rest)}>`
      return rest === false ? 'Record<string, never>' : 'Record<string, unknown>'
    case 'array':
      return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`There is no TypeScript for ${JSON.stringify(schema)}.`)
  }
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{\n${fields.join('\n')}\n}`
}

/**
 * What a method of the client takes: path, query and body in one object. Headers are the client's
 * own business.
 */
function inputOf({ parameters = [], requestBody, operationId }: Operation): string {
  const input: Schema & { properties: Record<string, Schema>; required: string[] } = {
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: false,
  }
  const add = (name: string, schema: Schema, required: boolean) => {
    if (name in input.properties) throw new Error(`${operationId} has two inputs called ${name}.`)
    input.properties[name] = schema
    if (required) input.required.push(name)
  }
  for (const { in: place, name, schema = {}, required, description } of parameters) {
    if (place === 'path' || place === 'query') {
      add(name, { ...schema, ...(description ? { description } : {}) }, required ?? false)
    }
  }
  const body = jsonOf(requestBody)
  if (body && body.type !== 'object') throw new Error(`${operationId} takes no object.`)
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    add(name, schema, body?.required?.includes(name) ?? false)
  }
  return typeOf(input)
}

/** The text of packages/client/types.ts for a description. */
export async function clientTypes(document: Description): Promise<string> {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const type = typeOf(schema)
    return type.startsWith('{')
      ? `${comment(schema.description)}export interface ${nameOf(name)} ${type}`
      : `${comment(schema.description)}export type ${nameOf(name)} = ${type}`
  })
  const operations = describedCalls(document).map(
    ({ operation, method, path, answer }) =>
      `${comment(operation.summary)}${operation.operationId}: {
        method: '${method}'
        path: '${path}'
        input: ${inputOf(operation)}
        answer: ${typeOf(answer)}
      }`,
  )
  const text = `${HEADER}
    ${schemas.join('\n\n')}

    /** Every call by the name that the description gives it. */
    export interface Operations {\n${operations.join('\n')}\n}

    export type OperationId = keyof Operations
  `
  return format(text, { ...(await resolveConfig(TYPES_FILE)), parser: 'typescript' })
}

if (import.meta.main) {
  const text = await clientTypes(await description())
  const before = await readFile(TYPES_FILE, 'utf8').catch(() => '')
  if (text !== before) await writeFile(TYPES_FILE, text)
}
