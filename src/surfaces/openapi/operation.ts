import { splitRoute } from '../../contract/catalog.ts'
import { type GoodExample, shownExample } from '../../contract/examples.ts'
import { ceilingOf, type Operation } from '../../contract/operation.ts'
import { prose } from '../../contract/render.ts'
import { hasInstances, inputOf, takesKey } from '../../contract/reserved.ts'
import { callerSchema, type JsonSchema, plain, published } from '../../contract/schema.ts'
import { streamForm } from '../../contract/stream.ts'
import { accepted, modeParameters, modeProperties, withoutMode } from './as-job.ts'
import { type Components, type Node, REQUEST_ID } from './components.ts'
import { envelope } from './envelope.ts'
import { failuresOf } from './failures.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { bodyOf, headerParameters, parametersOf } from './input.ts'
import { samplesOf } from './samples.ts'

export const tagOf = ({ tool, group }: Operation): string => (group === undefined ? tool.title : `${tool.title}: ${group}`)

interface Surroundings {
  components: Components
  /** Whether an operation stands in the same document. */
  isKnown: (id: string) => boolean
  serverUrl: string
}

/** What OpenAPI calls an operation, from what we call one. */
export function operationObject(operation: Operation, { components, isKnown, serverUrl }: Surroundings): Node {
  const [method, path] = splitRoute(operation)
  const whole = components.inner(callerSchema(inputOf(operation)))
  const input = withoutMode(operation, whole)
  const permission = ceilingOf(operation.permission)
  const parameters = [
    ...parametersOf(input, method, path, goodExamples(operation)[0]?.input),
    ...headerParameters(operation),
    ...modeParameters(operation, method, whole, components),
    ...(takesKey(operation) ? [components.key()] : [])
  ]
  const requestBody = bodyOf(operation, input, method, path, modeProperties(operation, whole, components))
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation, isKnown),
    tags: [tagOf(operation)],
    ...(operation.deprecated && { deprecated: true }),
    'x-openai-isConsequential': permission !== 'read',
    'x-toolgate-permission': permission,
    'x-toolgate-idempotent': operation.idempotent,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(operation, components), ...accepted(operation, components), ...failuresOf(operation, method, components) },
    ...codeSamples(operation, serverUrl)
  }
}

function codeSamples(operation: Operation, serverUrl: string): Node {
  const example = shownExample(operation)
  return example ? { 'x-codeSamples': samplesOf(operation, example.input, serverUrl) } : {}
}

function descriptionOf(operation: Operation, isKnown: (id: string) => boolean): string {
  const related = operation.see_also.filter(isKnown)
  return related.length === 0 ? prose(operation) : `${prose(operation)} See also: ${related.join(', ')}.`
}

const DESCRIPTIONS: Readonly<Record<number, string>> = { 200: 'Done', 201: 'Made; see Location', 202: 'Begun; see Location' }

function successes(operation: Operation, components: Components): Node {
  const data = components.schema(`${operation.id}_output`, dataSchema(operation))
  const responses = operation.success.map(status => {
    const headers = components.headers(...headersOf(status), ...ownHeaders(operation))
    const json = { schema: envelope(data, components), ...(status === operation.success[0] && examplesOf(operation)) }
    const content = {
      'application/json': json,
      'text/markdown': components.markdown(),
      ...(status === 200 && { 'text/event-stream': components.events() }),
      ...streamContent(operation, components)
    }
    return [String(status), { description: DESCRIPTIONS[status] ?? 'Done', headers, content }] as const
  })
  const streamed = operation.success.includes(200) ? [] : [['200', streamOnly(components)] as const]
  return Object.fromEntries([...streamed, ...responses, ...(operation.versioned ? [['304', unchanged(components)]] : [])])
}

const unchanged = (components: Components): Node => ({
  description: 'The caller has this version: see If-None-Match',
  headers: components.headers('X-Request-Id', 'ETag')
})

/** The bytes themselves, in each form they have. */
function streamContent({ output }: Operation, components: Components): Node {
  const { media_types = [], parts = {} } = streamForm(output) ?? {}
  const shapes = Object.entries(parts).map(([name, part]) => [name, components.inner(published(plain(part)))] as const)
  const described = shapes.length > 0 && {
    'x-toolgate-parts': Object.fromEntries(shapes),
    contentSchema: oneOfThem(shapes.map(([, shape]) => shape))
  }
  const schemaOf = (type: string): Node => ({ type: 'string', ...(IN_PARTS.has(type) && described), contentMediaType: type })
  return Object.fromEntries(media_types.map(type => [type, { schema: schemaOf(type) }]))
}

/** Several events may have one shape. */
function oneOfThem(shapes: readonly Node[]): Node | undefined {
  const different = [...new Map(shapes.map(shape => [JSON.stringify(shape), shape])).values()]
  return different.length > 1 ? { anyOf: different } : different[0]
}

/** Streams of JSON; a table has no parts of a shape. */
const IN_PARTS: ReadonlySet<string> = new Set(['application/x-ndjson', 'text/event-stream'])

/** A stream has answered 200 before the call is done, whatever comes of it. */
const streamOnly = (components: Components): Node => ({
  description: 'The call as server-sent events',
  headers: components.headers('X-Request-Id'),
  content: { 'text/event-stream': components.events() }
})

const ownHeaders = (operation: Operation): HeaderName[] => [
  ...(operation.versioned ? (['ETag'] as const) : []),
  ...(streamForm(operation.output) ? (['Content-Disposition'] as const) : []),
  ...(hasInstances(operation) ? (['Toolgate-Sandbox'] as const) : []),
  ...(takesKey(operation) ? (['Idempotent-Replayed'] as const) : []),
  ...(operation.deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : [])
]

/** With `fields`, an item has only the properties that were asked for. */
function dataSchema(operation: Operation): JsonSchema {
  const schema = published(plain(operation.output))
  const { items } = schema.properties ?? {}
  if (!operation.list || !items?.items) return schema
  const { required: _all, ...item } = items.items
  return { ...schema, properties: { ...schema.properties, items: { ...items, items: item } } }
}

const isGood = (example: Operation['examples'][number]): example is GoodExample<Record<string, unknown>, unknown> => 'output' in example
const goodExamples = (operation: Operation) => operation.examples.filter(isGood)

/** What a call usually comes to: these stand at the first status only. */
function examplesOf(operation: Operation): Node {
  const good = goodExamples(operation)
  if (good.length === 0) return {}
  const metadata = { operation: operation.id, instance: null, request_id: REQUEST_ID, execution_time_ms: 12.3 }
  return {
    examples: Object.fromEntries(
      good.map(({ name, summary, output }) => [name, { summary, value: { success: true, data: output, metadata } }])
    )
  }
}
