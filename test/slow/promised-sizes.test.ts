import t from 'tap'
import { sendsBody, splitRoute } from '../../src/catalog/catalog.ts'
import { type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { base64Length } from '../../src/pipeline/input/upload.ts'
import { startApp } from '../helpers/app.ts'
import { byName, post } from '../helpers/fake-tool.ts'
import { connect } from '../helpers/mcp.ts'

type Input = Record<string, unknown>

/** Shorter texts fit into any body. */
const LONG = 200_000

/** A value of the maximum length of this schema; undefined if it has no length worth a test. */
function longest(schema: JsonSchema, limit = Infinity): unknown {
  const { type, maxLength = Infinity, items, properties, anyOf } = schema
  if (anyOf) return anyOf.map(branch => longest(branch, limit)).find(value => value !== undefined)
  const length = Math.min(Number(maxLength), limit)
  if (type === 'string') return length < LONG || length === Infinity ? undefined : 'A'.repeat(length)
  if (type === 'array') return items && longest(items, limit) === undefined ? undefined : [longest(items ?? {}, limit)]
  const parts = Object.entries(properties ?? {}).flatMap(([name, node]) => {
    const value = longest(node, limit)
    return value === undefined ? [] : [[name, value]]
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** Inputs that each have one property of its maximum length, and an unknown one: nothing is executed, and the mistakes are listed. */
function promises(operation: Operation): [name: string, input: Input][] {
  const { properties = {} } = toJsonSchema(inputOf(operation))
  return Object.entries(properties).flatMap(([name, node]): [string, Input][] => {
    const together = operation.uploads?.property === name ? base64Length(operation.uploads.max_bytes) : undefined
    const value = longest(node, together)
    return value === undefined ? [] : [[name, { [name]: value, no_such_property: 1 }]]
  })
}

/** The issues of a refusal, or its text if it is not about the input. */
function issuesOf(envelope: unknown): { path: string; message: string }[] {
  const issues: unknown = Object(Object(Object(envelope)['error'])['details'])['issues']
  return Array.isArray(issues) ? issues : [{ path: '', message: JSON.stringify(envelope).slice(0, 500) }]
}

t.test('every operation accepts, on each surface, texts and files up to their documented size', async t => {
  const { app, catalog } = await startApp(t)
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  const over = async (name: string, input: Input): Promise<unknown> => (await client.callTool({ name, arguments: input })).structuredContent
  let tried = 0
  for (const operation of catalog.operations)
    for (const [property, input] of promises(operation)) {
      const [method, path] = splitRoute(operation)
      const { id } = operation
      const surfaces: Record<string, () => Promise<unknown>> = {
        'its route': async () => {
          const url = path.replace(/:\w+/g, '1')
          return sendsBody(method) && method === 'POST' ? (await post(app, url, input)).json() : (await byName(app, id, input)).json()
        },
        'by name': async () => (await byName(app, id, input)).json(),
        'several at once': async () =>
          (await post(app, '/v1/operations', { calls: [{ operation: id, arguments: input }] })).json().data?.results[0],
        MCP: () => over(id, input),
        'MCP by call_tool': () => over('call_tool', { name: id, arguments: input })
      }
      for (const [surface, call] of Object.entries(surfaces)) {
        const issues = issuesOf(await call())
        const paths = issues.map(issue => issue.path)
        t.ok(paths.includes('no_such_property'), `${id} ${property}, ${surface}: ${JSON.stringify(issues).slice(0, 300)}`)
        const refused = issues.filter(({ path, message }) => path.startsWith(property) && !message.startsWith('is required'))
        t.strictSame(refused, [], `${id} ${property}, ${surface}`)
        tried++
      }
    }
  t.ok(tried > 100, `${tried}`)
})
