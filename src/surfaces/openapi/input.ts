import { takesBody } from '../../contract/catalog.ts'
import { REASONS } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { headersIn } from '../../contract/reserved.ts'
import type { JsonSchema } from '../../contract/schema.ts'
import { FILE_PART } from '../../contract/upload.ts'
import type { Node } from './components.ts'

const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Path parameters, and, where there is no body, the query. */
export function parametersOf(input: JsonSchema, method: string, path: string, example: Record<string, unknown> = {}): Node[] {
  const inPath = pathNames(path)
  const properties = Object.entries(input.properties ?? {})
  return properties
    .filter(([name]) => inPath.includes(name) || !takesBody(method))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (input.required ?? []).includes(name),
      ...(description !== undefined && { description }),
      ...(schema.type === 'array' && { style: 'form', explode: true }),
      schema,
      ...(example[name] !== undefined && { example: example[name] })
    }))
}

/** Inputs that are also taken as a header, and the header that names the version a caller has. */
export function headerParameters(operation: Operation): Node[] {
  const twins = headersIn(operation).map(([property, name]) => ({ name, description: `The same as ${property}; heeded first` }))
  const version = { name: 'If-None-Match', description: 'ETag of the answer that you have: it is answered 304 while that is the version' }
  return [...twins, ...(operation.versioned ? [version] : [])].map(header => ({
    in: 'header',
    required: false,
    ...header,
    schema: { type: 'string' }
  }))
}

/** The body holds whatever the path does not. */
export function bodyOf(
  operation: Operation,
  input: JsonSchema,
  method: string,
  path: string,
  more: Record<string, JsonSchema> = {}
): Node | undefined {
  const inPath = pathNames(path)
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
  if (!takesBody(method) || properties.length + Object.keys(more).length === 0) return undefined
  const required = (input.required ?? []).filter(name => !inPath.includes(name))
  // In place, and no component: openapi-typescript takes a property of a component that has a default for required.
  const schema = { ...input, properties: { ...Object.fromEntries(properties), ...more }, required }
  const json = { 'application/json': { schema, ...bodyExamples(operation, inPath) } }
  return { required: required.length > 0, content: { ...json, ...streamedBody(operation), ...formContent(operation, schema) } }
}

/** The same as a form, with the file itself. */
function formContent({ upload }: Operation, { properties = {}, required = [], ...schema }: JsonSchema): Node {
  if (!upload) return {}
  const { [upload.property]: _, ...rest } = properties
  const told = [upload.property, upload.filename, upload.media_type]
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: `The file, of at most ${upload.largest} bytes` }
  const asked = [...required.filter(name => !told.includes(name)), FILE_PART]
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...rest, file }, required: asked } } }
}

const streamedBody = ({ body }: Operation): Node =>
  body ? { [body.media_type]: { schema: { type: 'string', contentMediaType: body.media_type, description: body.description } } } : {}

function bodyExamples(operation: Operation, inPath: string[]): Node {
  const fitting = operation.examples.filter(example => !('error' in example) || fits(example.error.reason))
  if (fitting.length === 0) return {}
  return {
    examples: Object.fromEntries(
      fitting.map(example => {
        const value = Object.fromEntries(Object.entries(example.input).filter(([name]) => !inPath.includes(name)))
        const summary = 'error' in example ? `${example.summary} (${example.error.reason})` : example.summary
        return [example.name, { summary, value }]
      })
    )
  }
}

/** An input refused as malformed is no example of the schema. */
const fits = (reason: keyof typeof REASONS): boolean => {
  const row: { code: string; status?: number } = REASONS[reason]
  return row.code !== 'VALIDATION_ERROR' || row.status !== undefined
}
