import { readFileSync } from 'node:fs'
import { outside } from '../../helpers/outside.ts'

const { path: file, skip } = outside('specs/trello-openapi.json')

/** Why tests against Trello's API description are skipped; false if it is present. */
export const noDescription = skip

type Schema = Record<string, unknown>

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

export interface Operation {
  operationId?: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
  security?: unknown
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
  security: unknown
}

/**
 * What the API description omits. "Nested resources" is a page of Trello's documentation, which states that a nested resource accepts
 * the parameters of its kind; `filter` is in the recordings.
 */
const OMITTED: Record<string, string[]> = {
  '/boards/{id}/cards': ['filter', 'fields', 'limit', 'before', 'since'],
  '/lists/{id}/cards': ['filter', 'fields', 'limit', 'before', 'since'],
  '/boards/{id}/members': ['filter', 'fields'],
  '/cards/{id}/actions': ['limit', 'before', 'since'],
  '/members/{id}/cards': ['fields', 'limit', 'before', 'since']
}

/** Parameters that the API description restricts too much: Trello accepts several values, separated by commas. */
const SEVERAL = ['fields', 'idLabels', 'idMembers', 'idBoards', 'keepFromSource', 'value', 'due', 'start', 'idMember']

/** Responses that the API description omits, or describes as a list although an object was recorded. */
const KINDS: Record<string, 'array' | 'object'> = {
  'get /boards/{id}/labels': 'array',
  'get /boards/{id}/members': 'array',
  'get /boards/{id}/cards': 'array',
  'get /cards/{id}/checklists': 'array',
  'post /cards/{id}/attachments': 'object',
  'get /search': 'object',
  'get /cards/{id}/attachments/{idAttachment}': 'object'
}

/** Trello's API description, corrected where it differs from Trello's documentation or from recordings. */
export function readDescription(): Description {
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  // Trello also documents the header: OAuth oauth_consumer_key="…", oauth_token="…".
  description.components.securitySchemes = { header: { type: 'apiKey', in: 'header', name: 'authorization' } }
  description.security = [{ header: [] }]
  for (const [template, item] of Object.entries(description.paths)) {
    const { parameters: shared = [], ...methods } = item as Record<string, Operation> & { parameters?: Parameter[] }
    description.paths[template] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, correct(template, method, operation, shared)])
    )
  }
  // The guide "Downloading attachments" describes it; the API description does not.
  description.paths['/cards/{id}/attachments/{idAttachment}/download/{fileName}'] = {
    get: { parameters: [], responses: { 200: { description: 'The file' } } }
  }
  return description
}

function correct(template: string, method: string, operation: Operation, shared: Parameter[]): Operation {
  const declared = [...shared, ...(operation.parameters ?? [])].map(widened)
  const left = method === 'get' ? (OMITTED[template] ?? []) : []
  const all = [...declared, ...left.map(name => ({ name, in: 'query', schema: { type: 'string' } }))]
  const { security: _, ...rest } = withoutExclusiveForms(operation)
  const responses = respond(template, method, operation)
  // Every recorded write has its parameters in the body.
  const inBody = method === 'get' ? [] : all.filter(parameter => parameter.in === 'query')
  const parameters = all.filter(parameter => !inBody.includes(parameter))
  return inBody.length === 0 ? { ...rest, responses, parameters } : { ...rest, responses, parameters, requestBody: bodyOf(inBody) }
}

/** Paths also accept short links, and `me` for a member. Fields are lists. */
function widened(parameter: Parameter): Parameter {
  if (parameter.in !== 'path' && !SEVERAL.includes(parameter.name)) return parameter
  return { ...parameter, schema: { type: 'string', ...(parameter.in !== 'path' && { nullable: true }) } }
}

const bodyOf = (parameters: Parameter[]): NonNullable<Operation['requestBody']> => ({
  required: parameters.some(({ required }) => required),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, name === 'pos' ? POSITION : (schema ?? {})]))
      }
    }
  }
})

/** Trello accepts the number as text, as in a form. */
const POSITION = { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^(top|bottom|[0-9.]+)$' }] }

/** Schema of a resource that the API description omits: its IDs, which later requests need. */
const ANY_ID = { type: 'string', example: '5abbe4b7ddc1b351ef961414' }
const RESOURCE = { type: 'object', properties: { id: ANY_ID, idBoard: ANY_ID, idCard: ANY_ID } }

function respond(template: string, method: string, { responses }: Operation): Operation['responses'] {
  const kind = KINDS[`${method} ${template}`]
  const { 200: success = { description: 'Success' } } = responses
  const schema = success.content?.['application/json']?.schema
  const responseSchema = kind === undefined && schema ? schema : kind === 'array' ? { type: 'array', items: RESOURCE } : RESOURCE
  return { 200: { description: success.description, content: { 'application/json': { schema: responseSchema } } } }
}

/** Two forms of a body without required properties are mutually exclusive in the API description, although every object matches both. */
function withoutExclusiveForms(operation: Operation): Operation {
  const { requestBody } = operation
  const schema = requestBody?.content['application/json'].schema
  if (!requestBody || !schema || !Array.isArray(schema['oneOf'])) return operation
  const { oneOf: anyOf, ...rest } = schema
  return { ...operation, requestBody: { ...requestBody, content: { 'application/json': { schema: { ...rest, anyOf } } } } }
}

/** Returns the operation of a request. */
export function operationFor({ paths }: Description, method: string, path: string): Operation | undefined {
  const found = Object.entries(paths)
    .filter(([template]) => new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  return found.map(([, item]) => item[method.toLowerCase()]).find(operation => operation !== undefined)
}
