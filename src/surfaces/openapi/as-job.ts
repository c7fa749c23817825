import { takesBody } from '../../contract/catalog.ts'
import { Job } from '../../contract/jobs.ts'
import type { Operation } from '../../contract/operation.ts'
import { ASYNC_NAMES, mayBeJob } from '../../contract/reserved.ts'
import { type JsonSchema, plain, published } from '../../contract/schema.ts'
import type { Components, Node } from './components.ts'
import { envelope } from './envelope.ts'
import { headersOf, PREFER_PARAMETER } from './headers.ts'

// How calls are made as jobs is the same for nearly every operation: it stands in the document once.

/** The input without what says so, which is kept apart. */
export function withoutMode(operation: Operation, input: JsonSchema): JsonSchema {
  if (!mayBeJob(operation)) return input
  const own = Object.entries(input.properties ?? {}).filter(([name]) => !ASYNC_NAMES.includes(name))
  return { ...input, properties: Object.fromEntries(own) }
}

/** What says so in a body. */
export function modeProperties(operation: Operation, input: JsonSchema, components: Components): Record<string, JsonSchema> {
  if (!mayBeJob(operation)) return {}
  return Object.fromEntries(modes(input).map(([name, schema]) => [name, components.schema(nameOf(name), schema)]))
}

/** The header that says so and, where there is no body, the query. */
export function modeParameters(operation: Operation, method: string, input: JsonSchema, components: Components): Node[] {
  if (!mayBeJob(operation)) return []
  const header = components.parameter('Prefer', PREFER_PARAMETER)
  if (takesBody(method)) return [header]
  const query = modes(input).map(([name, { description, ...schema }]) =>
    components.parameter(nameOf(name), { name, in: 'query', required: false, description, schema })
  )
  return [...query, header]
}

/** The answer of a call that has become a job. */
export function accepted(operation: Operation, components: Components): Node {
  if (!mayBeJob(operation)) return {}
  const data = components.schema('Job', published(plain(Job)))
  const content = { 'application/json': { schema: envelope(data, components) }, 'text/markdown': components.markdown() }
  const headers = components.headers(...headersOf(202), 'Retry-After', 'Preference-Applied')
  return { 202: components.response('Accepted', { description: 'The call is made as a job; see Location', headers, content }) }
}

const modes = ({ properties = {} }: JsonSchema): [string, JsonSchema][] => ASYNC_NAMES.map(name => [name, properties[name] ?? {}])

/** `notify_url` → `CallNotifyUrl` */
const nameOf = (name: string): string => `call_${name}`.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
