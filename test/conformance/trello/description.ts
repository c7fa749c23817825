import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.join(import.meta.dirname, '../../../../shared/specs/trello-openapi.json')

/** Why tests against Trello's own description are passed over; false where it is there. */
export const noDescription = existsSync(file) ? false : `the vendor's description is not at ${path.relative('.', file)}`

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
 * What the description leaves out. "Nested resources" is the vendor's page of that name, which says that a resource below another one takes
 * the parameters of its kind; `filter` is in the recordings.
 */
const LEFT_OUT: Record<string, string[]> = {
  '/boards/{id}/cards': ['filter', 'fields', 'limit', 'before', 'since'],
  '/lists/{id}/cards': ['filter', 'fields', 'limit', 'before', 'since'],
  '/boards/{id}/members': ['filter', 'fields'],
  '/cards/{id}/actions': ['limit', 'before', 'since']
}

/** Parameters that are narrower in the description than at the vendor's: they take several values, with commas. */
const SEVERAL = ['fields', 'idLabels', 'idMembers', 'idBoards', 'keepFromSource', 'value', 'due', 'start', 'idMember']

/** Answers that the description does not tell, or tells to be several where one was recorded. */
const KINDS: Record<string, 'array' | 'object'> = {
  'get /boards/{id}/labels': 'array',
  'get /boards/{id}/members': 'array',
  'get /boards/{id}/cards': 'array',
  'get /cards/{id}/checklists': 'array',
  'post /cards/{id}/attachments': 'object',
  'get /search': 'object'
}

/** The vendor's description, amended where it says less or other than what the vendor documents elsewhere or was recorded. */
export function readDescription(): Description {
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  // The vendor documents the header, too: OAuth oauth_consumer_key="…", oauth_token="…".
  description.components.securitySchemes = { header: { type: 'apiKey', in: 'header', name: 'authorization' } }
  description.security = [{ header: [] }]
  for (const [place, item] of Object.entries(description.paths)) {
    const { parameters: shared = [], ...methods } = item as Record<string, Operation> & { parameters?: Parameter[] }
    description.paths[place] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, amended(place, method, operation, shared)])
    )
  }
  return description
}

function amended(place: string, method: string, operation: Operation, shared: Parameter[]): Operation {
  const declared = [...shared, ...(operation.parameters ?? [])].map(widened)
  const left = method === 'get' ? (LEFT_OUT[place] ?? []) : []
  const all = [...declared, ...left.map(name => ({ name, in: 'query', schema: { type: 'string' } }))]
  const { security: _, ...rest } = operation
  const responses = respond(place, method, operation)
  // Every recorded write has its parameters in the body.
  const inBody = method === 'get' ? [] : all.filter(parameter => parameter.in === 'query')
  const parameters = all.filter(parameter => !inBody.includes(parameter))
  return inBody.length === 0 ? { ...rest, responses, parameters } : { ...rest, responses, parameters, requestBody: bodyOf(inBody) }
}

/** A path also takes short links, `me` for a member, and lists of fields are lists. */
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

/** The vendor takes the number as text, as it comes in a form. */
const POSITION = { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^(top|bottom|[0-9.]+)$' }] }

/** What is told of a thing that the description does not tell: its ids, for a caller who goes on from them. */
const ANY_ID = { type: 'string', example: '5abbe4b7ddc1b351ef961414' }
const THING = { type: 'object', properties: { id: ANY_ID, idBoard: ANY_ID, idCard: ANY_ID } }

function respond(place: string, method: string, { responses }: Operation): Operation['responses'] {
  const kind = KINDS[`${method} ${place}`]
  const { 200: success = { description: 'Success' } } = responses
  const schema = success.content?.['application/json']?.schema
  const told = kind === undefined && schema ? schema : kind === 'array' ? { type: 'array', items: THING } : THING
  return { 200: { description: success.description, content: { 'application/json': { schema: told } } } }
}

/** The operation that a request is for. */
export function operationFor({ paths }: Description, method: string, path: string): Operation | undefined {
  const found = Object.entries(paths)
    .filter(([place]) => new RegExp(`^${place.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  return found.map(([, item]) => item[method.toLowerCase()]).find(operation => operation !== undefined)
}
