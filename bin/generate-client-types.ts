/** Makes packages/client/types.ts and routes.ts from the OpenAPI document. */
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { type ApiRoute, describeCalls } from '../app/api/describe-calls.server.ts'
import routes from '../app/routes.ts'

const APP = join(import.meta.dirname, '../app')
const CLIENT = join(import.meta.dirname, '../packages/client')
export const TYPES_FILE = join(CLIENT, 'types.ts')
export const ROUTES_FILE = join(CLIENT, 'routes.ts')

const HEADER = `/** Written by bin/generate-client-types.ts from the OpenAPI document. Do not edit. */
`

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

interface DescribedCall {
  operation: Operation
  method: string
  path: string
  answer: Schema
}

/** The OpenAPI document of the calls in the route table. */
export async function description(): Promise<Description> {
  const described: ApiRoute[] = []
  for (const { path, file } of routes) {
    // openapi.ts reads the built route table, which does not exist here.
    if (!file.startsWith('api/') || file === 'api/openapi.ts') continue
    described.push({ path, module: await import(/* @vite-ignore */ join(APP, file)) })
  }
  return describeCalls(described) as unknown as Description
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

/** Every call that answers JSON; the client leaves out those that redirect browsers. */
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
/** A schema's name as a type, which must not hide the global Error. */
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
      throw new Error(`This schema has no TypeScript type: ${JSON.stringify(schema)}`)
  }
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  // Prettier keeps a line for each field after a line break, which comments need.
  const hasComments = fields.some((field) => field.startsWith('/**'))
  return hasComments ? `{\n${fields.join('\n')}\n}` : `{ ${fields.join('; ')} }`
}

/** The type of a client method's input: path, query, and body in one object, without headers. */
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
  if (body && body.type !== 'object')
    throw new Error(`The body of ${operationId} is not an object.`)
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    add(name, schema, body?.required?.includes(name) ?? false)
  }
  return typeOf(input)
}

/** The data in an answer's envelope; null when the answer has another shape. */
function dataOf({ properties = {}, required = [] }: Schema): Schema | null {
  const { success, data, message, ...others } = properties
  const isEnvelope = success?.const === true && message && required.length === 2
  return isEnvelope && data && Object.keys(others).length === 0 ? data : null
}

/** Names for the object types that several calls share: that of the first call, with a suffix. */
class SharedTypes {
  private readonly uses = new Map<string, { name: string; count: number }>()

  count(operationId: string, suffix: string, type: string): void {
    if (!type.startsWith('{')) return
    const name = operationId[0]!.toUpperCase() + operationId.slice(1) + suffix
    const use = this.uses.get(type) ?? { name, count: 0 }
    this.uses.set(type, { ...use, count: use.count + 1 })
  }

  nameOf(type: string): string {
    const use = this.uses.get(type)
    return use && use.count > 1 ? use.name : type
  }

  declarations(): string[] {
    return [...this.uses]
      .filter(([, { count }]) => count > 1)
      .map(([type, { name }]) => `export interface ${name} ${type}`)
  }
}

function declaration(name: string, schema: Schema, schemas: Record<string, Schema>): string {
  const type = typeOf(schema)
  if (!type.startsWith('{')) return `export type ${nameOf(name)} = ${type}`
  const entries = Object.entries(schema.properties!)
  const base = Object.entries(schemas).find(([, { properties = {} }]) => {
    const own = Object.entries(properties)
    const same = JSON.stringify(own) === JSON.stringify(entries.slice(0, own.length))
    return same && own.length < entries.length
  })
  if (!base) return `export interface ${nameOf(name)} ${type}`
  const added = entries.slice(Object.keys(base[1].properties!).length)
  const rest = objectOf({ ...schema, properties: Object.fromEntries(added) })
  return `export interface ${nameOf(name)} extends ${nameOf(base[0])} ${rest}`
}

/** The text of packages/client/types.ts for an OpenAPI document. */
export async function clientTypes(document: Description): Promise<string> {
  const { schemas } = document.components
  const shared = new SharedTypes()
  const calls = describedCalls(document).map(({ operation, answer }) => {
    const id = operation.operationId
    const input = inputOf(operation)
    shared.count(id, 'Input', input)
    const data = dataOf(answer)
    const types = (data?.anyOf ?? (data ? [data] : [])).map(typeOf)
    for (const type of types) shared.count(id, 'Data', type)
    return { id, summary: operation.summary, input, answer: typeOf(answer), types }
  })
  const text = `${HEADER}
    import type { ROUTES } from './routes.ts'

    ${Object.entries(schemas)
      .map(([name, schema]) => comment(schema.description) + declaration(name, schema, schemas))
      .join('\n\n')}

    /** What most calls answer. */
    export interface Success<Data = Record<string, never>> {
      success: true
      data: Data
      message?: string
    }

    ${shared.declarations().join('\n\n')}

    interface Call<Answer, Input = Record<string, never>> {
      input: Input
      answer: Answer
    }

    interface Calls {
      ${calls
        .map(
          ({ id, summary, input, answer, types }) =>
            `${comment(summary)}${id}: Call<${types.length > 0 ? `Success<${types.map((type) => shared.nameOf(type)).join(' | ')}>` : answer}, ${shared.nameOf(input)}>`,
        )
        .join('\n')}
    }

    export type OperationId = keyof Calls

    /** Every call, by its operationId in the OpenAPI document. */
    export type Operations = { [K in OperationId]: Calls[K] & (typeof ROUTES)[K] }
  `
    .replaceAll('Success<Record<string, never>>', 'Success')
    .replaceAll(', Record<string, never>>', '>')
  return format(text, { ...(await resolveConfig(TYPES_FILE)), parser: 'typescript' })
}

/** The text of packages/client/routes.ts for an OpenAPI document. */
export async function clientRoutes(document: Description): Promise<string> {
  const routes = describedCalls(document).map(
    ({ operation, method, path }) =>
      `${operation.operationId}: { method: '${method}', path: '${path}' },`,
  )
  const text = `${HEADER}
    /** The method and path of every call. */
    export const ROUTES = {\n${routes.join('\n')}\n} as const
  `
  return format(text, { ...(await resolveConfig(ROUTES_FILE)), parser: 'typescript' })
}
