import { eventStreamStatus, sendsBody, splitRoute } from '../../catalog/catalog.ts'
import { primaryExample } from '../../catalog/describe.ts'
import { callerSchema, type JsonSchema, publicSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { ASYNC_NAMES, acceptsIdempotencyKey, canRunAsJob, hasInstances, inputOf, outputOf } from '../../catalog/reserved-inputs.ts'
import type { SuccessExample } from '../../contract/examples.ts'
import { Job } from '../../contract/job.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { streamSpec } from '../../contract/stream.ts'
import { fullDescription } from '../../pipeline/render.ts'
import { tagOf } from '../shared/route-schema.ts'
import { type Components, headerReferences, type Node, REQUEST_ID } from './components.ts'
import { failureStatuses, failuresOf } from './failures.ts'
import { type HeaderName, headersOf, KEY_PARAMETER, PREFER_PARAMETER, RANGE_PARAMETER, VERSION_PARAMETER } from './headers.ts'
import { bodyOf, objectOf, parametersOf } from './input.ts'
import { DROPPED } from './restore.ts'
import { samplesOf } from './samples.ts'

/** The Fastify schema from which @fastify/swagger documents an operation: the definition with reserved inputs, envelope, headers, failures and samples. */
export function documentedOperation(
  operation: Operation,
  components: Components,
  isKnown: (id: string) => boolean,
  serverUrl: string
): Node {
  const [method, path] = splitRoute(operation)
  const whole = components.inner(callerSchema(inputOf(operation)))
  const input = without(whole, [
    ...(acceptsIdempotencyKey(operation) ? ['idempotency_key'] : []), // documented as the header
    ...(canRunAsJob(operation) ? ASYNC_NAMES : []) // shared by nearly all operations
  ])
  const permission = highestPermission(operation.permission)
  const modes = canRunAsJob(operation) ? modesOf(whole) : []
  const query = sendsBody(method) ? [] : modes.map(mode => queryMode(mode, components))
  const inBody = sendsBody(method) ? modes.map(([name, schema]) => [name, components.schema(modeName(name), schema)] as const) : []
  const headers = headerParameters(operation, components)
  const body = bodyOf(operation, input, method, path, Object.fromEntries(inBody))
  const { responses, dropped } = successes(operation, components)
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation, isKnown),
    tags: [tagOf(operation)],
    ...(operation.deprecated && { deprecated: true }),
    'x-openai-isConsequential': permission !== 'read',
    'x-toolgate-permission': permission,
    'x-toolgate-idempotent': operation.idempotent,
    ...(body && { 'x-toolgate-max-body': operation.max_body }),
    ...parametersOf(input, method, path, { example: goodExamples(operation)[0]?.input, shared: Object.fromEntries(query) }),
    ...(headers.length > 0 && { headers: objectOf(headers) }),
    ...(body && { body: { content: body.content } }),
    response: { ...responses, ...accepted(operation, components), ...failuresOf(operation, method, components) },
    ...codeSamples(operation, serverUrl),
    [DROPPED]: { requestBody: body?.dropped ?? {}, responses: dropped }
  }
}

/** Every status that a call of the operation may return, except 304. */
export const statusesOf = (operation: Operation): number[] => [
  ...operation.success,
  ...(canRunAsJob(operation) ? [202] : []),
  ...failureStatuses(operation, splitRoute(operation)[0])
]

/** The description with the related operations that are in the same document. */
export function descriptionOf(operation: Operation, isKnown: (id: string) => boolean): string {
  const related = operation.see_also.filter(isKnown)
  return related.length === 0 ? fullDescription(operation) : `${fullDescription(operation)} See also: ${related.join(', ')}.`
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(properties) }
}

function codeSamples(operation: Operation, serverUrl: string): Node {
  const example = primaryExample(operation)
  return example ? { 'x-codeSamples': samplesOf(operation, example.input, serverUrl) } : {}
}

function headerParameters(operation: Operation, components: Components): [string, JsonSchema][] {
  const { name, description, schema } = VERSION_PARAMETER
  return [
    ...(operation.versioned ? [[name, { ...schema, description }] satisfies [string, JsonSchema]] : []),
    ...(hasRanges(operation) ? [components.parameter('Range', RANGE_PARAMETER)] : []),
    ...(acceptsIdempotencyKey(operation) ? [components.parameter('IdempotencyKey', KEY_PARAMETER)] : []),
    ...(canRunAsJob(operation) ? [components.parameter('Prefer', PREFER_PARAMETER)] : [])
  ]
}

const hasRanges = ({ output }: Operation): boolean => streamSpec(output)?.ranges ?? false

/** The inputs that decide whether a call runs as a job. */
const modesOf = ({ properties = {} }: JsonSchema): [string, JsonSchema][] => ASYNC_NAMES.map(name => [name, properties[name] ?? {}])

const queryMode = ([name, { description, ...schema }]: [string, JsonSchema], components: Components): [string, JsonSchema] =>
  components.parameter(`${modeName(name)}Query`, { name, in: 'query', required: false, description, schema })

/** `notify_url` → `CallNotifyUrl` */
const modeName = (name: string): string => `call_${name}`.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The response of a call that became a job. */
function accepted(operation: Operation, components: Components): Node {
  if (!canRunAsJob(operation)) return {}
  const data = components.schema('Job', publicSchema(toJsonSchema(Job)))
  const names = [...headersOf(202), 'Retry-After', 'Preference-Applied'] as const
  components.headers(...names)
  const response = {
    description: 'The call runs as a job; `Location` is its path.',
    headers: headerReferences(names),
    content: { 'application/json': { schema: components.envelope(data) }, 'text/markdown': components.markdown() }
  }
  return { 202: components.response('Accepted', response) }
}

function successDescription({ output }: Operation, status: number): string {
  const path = output === Job ? '; `Location` is the path of the job.' : ''
  return status === 201 ? `Created${path}` : status === 202 ? `Accepted${path}` : 'OK'
}

function successes(operation: Operation, components: Components): { responses: Node; dropped: Node } {
  const data = components.schema(`${operation.id}_output`, dataSchema(operation))
  const responses = operation.success.map(status => {
    const named = headersOf(status).filter(name => name !== 'Location' || operation.output === Job)
    const headers = components.headers(...named, ...ownHeaders(operation))
    const content = {
      'application/json': { schema: components.envelope(data) },
      'text/markdown': components.markdown(),
      ...(status === eventStreamStatus(operation) && { 'text/event-stream': components.events() }),
      ...streamContent(operation, components)
    }
    return [String(status), { description: successDescription(operation, status), headers, content }] as const
  })
  const examples = examplesOf(operation)
  return {
    responses: {
      ...Object.fromEntries(responses),
      ...(hasRanges(operation) && { 206: partial(operation, components) }),
      ...(operation.versioned && { 304: unchanged(components) })
    },
    dropped: examples ? { [String(operation.success[0])]: { 'application/json': { examples } } } : {}
  }
}

const partial = (operation: Operation, components: Components): Node => ({
  description: 'The bytes that `Range` names.',
  headers: components.headers('X-Request-Id', 'ETag'),
  content: streamContent(operation, components)
})

export const unchanged = (components: Components): Node => ({
  type: 'null',
  description: '`If-None-Match` names the current version.',
  headers: components.headers('X-Request-Id', 'ETag')
})

/** The bytes themselves, in each media type that the operation offers. */
function streamContent({ output }: Operation, components: Components): Node {
  const { media_types = [], parts = {} } = streamSpec(output) ?? {}
  const shapes = Object.entries(parts).map(([name, part]) => [name, components.inner(publicSchema(toJsonSchema(part)))] as const)
  const described = shapes.length > 0 && {
    'x-toolgate-parts': Object.fromEntries(shapes),
    contentSchema: unionOf(shapes.map(([, shape]) => shape))
  }
  const schemaOf = (type: string): Node => ({ type: 'string', ...(JSON_STREAMS.has(type) && described), contentMediaType: type })
  return Object.fromEntries(media_types.map(type => [type, { schema: schemaOf(type) }]))
}

/** Several events may have the same shape. */
function unionOf(shapes: readonly Node[]): Node | undefined {
  const different = [...new Map(shapes.map(shape => [JSON.stringify(shape), shape])).values()]
  return different.length > 1 ? { anyOf: different } : different[0]
}

/** Streams whose parts are JSON with a known shape. */
const JSON_STREAMS: ReadonlySet<string> = new Set(['application/x-ndjson', 'text/event-stream'])

const ownHeaders = (operation: Operation): HeaderName[] => [
  ...(operation.versioned ? (['ETag'] as const) : []),
  ...(streamSpec(operation.output) ? (['Content-Disposition'] as const) : []),
  ...(hasInstances(operation) ? (['Toolgate-Sandbox'] as const) : []),
  ...(acceptsIdempotencyKey(operation) ? (['Idempotent-Replayed'] as const) : []),
  ...(operation.deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : [])
]

/** With `fields`, an item has only the selected properties, so none is required. */
function dataSchema(operation: Operation): JsonSchema {
  const schema = publicSchema(toJsonSchema(outputOf(operation)))
  const { items } = schema.properties ?? {}
  if (!operation.list || !items?.items) return schema
  const { required: _all, ...item } = items.items
  return { ...schema, properties: { ...schema.properties, items: { ...items, items: item } } }
}

const isGood = (example: Operation['examples'][number]): example is SuccessExample<Record<string, unknown>, unknown> => 'output' in example
const goodExamples = (operation: Operation) => operation.examples.filter(isGood)

function examplesOf(operation: Operation): Node | undefined {
  const good = goodExamples(operation)
  if (good.length === 0) return undefined
  const metadata = { operation: operation.id, instance: null, request_id: REQUEST_ID, execution_time_ms: 12.3 }
  return Object.fromEntries(good.map(({ name, summary, output }) => [name, { summary, value: { success: true, data: output, metadata } }]))
}
