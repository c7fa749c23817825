import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import type { ChatCompletionMessageFunctionToolCall } from 'openai/resources/chat/completions'
import t, { type Test } from 'tap'
import { sendsBody, splitRoute } from '../../../src/catalog/catalog.ts'
import { primaryExample } from '../../../src/catalog/describe.ts'
import { toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { RESERVED_INPUTS } from '../../../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../../src/contract/operation.ts'
import { streamSpec } from '../../../src/contract/stream.ts'
import { compact } from '../../../src/pipeline/result/compact.ts'
import type { Sample } from '../../../src/surfaces/openapi/samples.ts'
import { COMPLETE, listedTool } from '../../../src/surfaces/shared/listed-tool.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { connect } from '../../helpers/mcp.ts'
import { withoutVolatile } from '../../helpers/schema-walk.ts'

type Input = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway
type Json = any

const { url, catalog } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
const document: Json = await (await fetch(new URL('/openapi.json', url))).json()
const bash = async (script: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', script], { maxBuffer: 10_000_000 })).stdout

/** As a reader of the document finds them. */
const samples = new Map<string, Sample[]>(
  Object.values<Json>(document.paths)
    .flatMap(item => Object.values<Json>(item))
    .map(operation => [operation.operationId, operation['x-codeSamples']])
)

/** A checked-in tool list. test/openapi.test.ts checks that it is up to date. */
const listNamed = async (name: string): Promise<Json> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, `../../../openapi/dialects/${name}.json`), 'utf8'))

const sourceOf = ({ id }: Operation, label: Sample['label']): string =>
  samples.get(id)?.find(sample => sample.label === label)?.source ?? ''
const inputOf = (operation: Operation): Input => primaryExample(operation)?.input ?? {}

t.test('every operation has a sample of each kind', t => {
  t.ok(catalog.operations.length > 100)
  for (const { id } of catalog.operations)
    t.strictSame(
      samples.get(id)?.map(({ lang, label }) => `${label} ${lang}`),
      ['curl Shell', 'TypeScript TypeScript', 'OpenAI JSON', 'MCP JSON'],
      id
    )
  t.end()
})

/** The arguments of curl on each line, as a shell parses it. */
async function wordsOf(lines: readonly string[]): Promise<string[][]> {
  const printed = await bash(`curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join('\n')}`)
  return printed.split('\x01').map(words => words.split('\0').slice(0, -1))
}

const optionIn = (words: readonly string[], option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined

/** The input of a request, as text if it has no other form. */
function carriedBy(words: readonly string[], operation: Operation): { method: string; input: Input } {
  const { pathname, searchParams } = new URL(words.find(word => word.startsWith(url)) ?? '')
  const [, template] = splitRoute(operation)
  const places = pathname.split('/')
  const inPath = template
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(places[at] ?? '')]] : []))
  const inQuery = [...new Set(searchParams.keys())].map(name => [name, searchParams.getAll(name).join()])
  const body = optionIn(words, '-d')
  const input = { ...Object.fromEntries([...inPath, ...inQuery]), ...(body === undefined ? {} : JSON.parse(body)) }
  return { method: optionIn(words, '-X') ?? 'GET', input }
}

/** The same for an example. */
function carried(operation: Operation): { method: string; input: Input } {
  const [method, template] = splitRoute(operation)
  const isText = (name: string): boolean => !sendsBody(method) || template.split('/').includes(`:${name}`)
  const entries = Object.entries(inputOf(operation)).map(([name, value]) => [name, isText(name) ? String(value) : value])
  return { method, input: Object.fromEntries(entries) }
}

t.test('a shell parses each curl line to the request of its example', async t => {
  const lines = await wordsOf(catalog.operations.map(operation => sourceOf(operation, 'curl')))
  for (const [place, operation] of catalog.operations.entries())
    t.strictSame(carriedBy(lines[place] ?? [], operation), carried(operation), operation.id)
})

t.test('every other sample has the arguments of its example, with the names of the tool lists', async t => {
  const [openai, mcp]: Json[] = await Promise.all(['openai-chat', 'mcp'].map(listNamed))
  const known = new Map<string, string[]>([
    ...openai.tools.map(({ function: definition }: Json) => [`openai ${definition.name}`, Object.keys(definition.parameters.properties)]),
    ...mcp.tools.map((definition: Json) => [`mcp ${definition.name}`, Object.keys(definition.inputSchema.properties)])
  ])
  for (const operation of catalog.operations) {
    const input = inputOf(operation)
    const { name, arguments: text } = openaiCallOf(operation).function
    const params = JSON.parse(sourceOf(operation, 'MCP'))
    const [, id, literal] = /client\.call\('(\w+)', ([\s\S]*)\)\)$/.exec(sourceOf(operation, 'TypeScript')) ?? []
    t.strictSame([name, params.name, id], Array(3).fill(operation.id))
    t.strictSame(
      [JSON.parse(text), params.arguments, JSON.parse(JSON.stringify(runInNewContext(`(${literal})`)))],
      Array(3).fill(input),
      name
    )
    const isListed = (property: string): boolean => [`openai ${name}`, `mcp ${name}`].every(list => known.get(list)?.includes(property))
    const accepted = listedTool(operation, COMPLETE).input['properties'] ?? {}
    t.strictSame(
      Object.keys(input).filter(property => !isListed(property) && !(RESERVED_INPUTS.includes(property) && property in accepted)),
      [],
      name
    )
  }
})

const openaiCallOf = (operation: Operation): ChatCompletionMessageFunctionToolCall => JSON.parse(sourceOf(operation, 'OpenAI'))

/** The operations of each sandbox system that read and respond by themselves, and those that create an unconfirmed job. */
const run = [
  ...[...Map.groupBy(catalog.operations, ({ tool }) => tool).values()].flatMap(operations => operations.find(readsAlone) ?? []),
  ...catalog.operations.filter(({ id }) => id === 'gmail_bulk_label_messages')
]

function readsAlone(operation: Operation): boolean {
  const { given, tested_elsewhere } = primaryExample(operation) ?? { tested_elsewhere: 'there is none' }
  const isAlone = given === undefined && tested_elsewhere === undefined
  return highestPermission(operation.permission) === 'read' && isAlone && !streamSpec(operation.output)
}

/** Without times and ids, which differ between runs. */
const answersAsShown = (t: Test, operation: Operation, data: unknown): void => {
  const comparable = (value: unknown): unknown => withoutVolatile(toJsonSchema(operation.output), value)
  t.strictSame(comparable(data), comparable(primaryExample(operation)?.output), operation.id)
}

/** The same for a response to a model, which has no nulls. */
const answersModelAsShown = (t: Test, operation: Operation, data: unknown): void => {
  const comparable = (value: unknown): unknown => compact(operation, withoutVolatile(toJsonSchema(operation.output), value))
  t.strictSame(comparable(data), comparable(primaryExample(operation)?.output), operation.id)
}

t.test('curl samples return the documented response', async t => {
  t.ok(run.length > 7, run.map(({ id }) => id).join())
  for (const operation of run) answersAsShown(t, operation, JSON.parse(await bash(sourceOf(operation, 'curl'))).data)
})

t.test('TypeScript samples print the documented response', async t => {
  const client = pathToFileURL(path.join(import.meta.dirname, '../../../src/client/client.ts')).href
  const hooks = registerHooks({
    resolve: (name, context, next) => (name === 'toolgate-client' ? { url: client, shortCircuit: true } : next(name, context))
  })
  t.teardown(() => hooks.deregister())
  const folder = t.testdir({})
  for (const operation of run) {
    const file = path.join(folder, `${operation.id}.ts`)
    await writeFile(file, sourceOf(operation, 'TypeScript'))
    const printed = t.capture(console, 'log', () => undefined)
    await import(pathToFileURL(file).href)
    answersAsShown(t, operation, printed()[0]?.args[0])
  }
})

t.test('OpenAI samples, sent unchanged and all at once, return the documented response', async t => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ calls: run.map(openaiCallOf) }) }
  const { data }: Json = await (await fetch(new URL('/v1/operations', url), init)).json()
  t.equal(data.results.length, run.length)
  for (const [place, operation] of run.entries()) {
    t.equal(data.results[place].id, openaiCallOf(operation).id)
    answersModelAsShown(t, operation, data.results[place].data)
  }
})

t.test('MCP samples return the documented response to the official client', async t => {
  const client = await connect(t, url)
  for (const operation of run) {
    const { structuredContent, content } = await client.callTool(JSON.parse(sourceOf(operation, 'MCP')))
    const picture = Array.isArray(content) ? content.find(({ type }) => type === 'image') : undefined
    answersModelAsShown(t, operation, { ...Object(structuredContent), ...(picture?.type === 'image' && { content_base64: picture.data }) })
  }
})
