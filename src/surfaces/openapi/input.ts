import { sendsBody } from '../../catalog/catalog.ts'
import type { JsonSchema } from '../../catalog/json-schema.ts'
import { REASONS } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { FILE_PART } from '../../contract/upload.ts'
import { pathNames } from '../shared/route-schema.ts'
import type { Node } from './components.ts'

type Properties = Record<string, JsonSchema>

/** Path and query parameters of a route, as the Fastify schema describes them. A route that takes a body has no query. */
export function parametersOf(
  input: JsonSchema,
  method: string,
  path: string,
  { example = {}, shared = {} }: { example?: Record<string, unknown> | undefined; shared?: Properties } = {}
): { params?: JsonSchema; querystring?: JsonSchema } {
  const inPath = pathNames(path)
  const all = Object.entries(input.properties ?? {}).map(([name, schema]): [string, JsonSchema] => [
    name,
    example[name] === undefined ? schema : { ...schema, examples: [example[name]] }
  ])
  const params = all.filter(([name]) => inPath.includes(name))
  const query = sendsBody(method) ? [] : [...all.filter(([name]) => !inPath.includes(name)), ...Object.entries(shared)]
  return {
    ...(params.length > 0 && { params: objectOf(params, inPath) }),
    ...(query.length > 0 && { querystring: objectOf(query, input.required ?? []) })
  }
}

export const objectOf = (properties: readonly [string, JsonSchema][], required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  required: required.filter(name => properties.some(([known]) => known === name))
})

/** The request body: schemas by media type for @fastify/swagger, and what it drops. */
export interface Body {
  content: Node
  dropped: Node
}

/** The body holds every input that the path does not. */
export function bodyOf(operation: Operation, input: JsonSchema, method: string, path: string, shared: Properties): Body | undefined {
  const inPath = pathNames(path)
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
  if (!sendsBody(method) || properties.length + Object.keys(shared).length === 0) return undefined
  const required = (input.required ?? []).filter(name => !inPath.includes(name))
  // Inline, not a component: openapi-typescript treats a property of a component that has a default as required.
  const schema = { ...input, properties: { ...Object.fromEntries(properties), ...shared }, required }
  const examples = bodyExamples(operation, inPath)
  return {
    content: { 'application/json': { schema }, ...streamedBody(operation), ...formContent(operation, schema) },
    dropped: {
      ...(examples && { 'application/json': { examples } }),
      ...(operation.uploads && { [FORM]: { encoding: { [operation.uploads.property]: { contentType: '*/*' } } } })
    }
  }
}

const FORM = 'multipart/form-data'

/** The same input as a form, with the file itself. */
function formContent({ upload, uploads }: Operation, { properties = {}, required = [], ...schema }: JsonSchema): Node {
  if (uploads) {
    const description = `The files, one part each, at most ${uploads.max_bytes.toLocaleString('en-US')} bytes in total.`
    const files = { type: 'array', description, items: { type: 'string', contentMediaType: 'application/octet-stream' } }
    return { [FORM]: { schema: { ...schema, properties: { ...properties, [uploads.property]: files }, required } } }
  }
  if (!upload) return {}
  const { [upload.property]: _, ...rest } = properties
  const ofFile = [upload.property, upload.filename, upload.media_type]
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, at most ${upload.max_bytes.toLocaleString('en-US')} bytes.`
  }
  const allRequired = [...required.filter(name => !ofFile.includes(name)), FILE_PART]
  return { [FORM]: { schema: { ...schema, properties: { ...rest, file }, required: allRequired } } }
}

const streamedBody = ({ body }: Operation): Node =>
  body ? { [body.media_type]: { schema: { type: 'string', contentMediaType: body.media_type, description: body.description } } } : {}

function bodyExamples(operation: Operation, inPath: string[]): Node | undefined {
  const valid = operation.examples.filter(example => !('error' in example) || isValidInput(example.error.reason))
  if (valid.length === 0) return undefined
  return Object.fromEntries(
    valid.map(example => {
      const value = Object.fromEntries(Object.entries(example.input).filter(([name]) => !inPath.includes(name)))
      const summary = 'error' in example ? `${example.summary} (${example.error.reason})` : example.summary
      return [example.name, { summary, value }]
    })
  )
}

/** Whether an input that fails for this reason matches the schema. */
const isValidInput = (reason: keyof typeof REASONS): boolean => {
  const row: { code: string; status?: number } = REASONS[reason]
  return row.code !== 'VALIDATION_ERROR' || row.status !== undefined
}
