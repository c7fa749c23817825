import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import type { ChatCompletionMessageFunctionToolCall } from 'openai/resources/chat/completions'
import t, { type Test } from 'tap'
import { splitRoute, takesBody } from '../../../src/contract/catalog.ts'
import { shownExample } from '../../../src/contract/examples.ts'
import { ceilingOf, type Operation } from '../../../src/contract/operation.ts'
import { plain } from '../../../src/contract/schema.ts'
import type { Sample } from '../../../src/surfaces/openapi/samples.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { connect } from '../../helpers/mcp.ts'
import { withoutVolatile } from '../../helpers/schema-walk.ts'

type Input = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway
type Told = any

const { url, catalog } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
const document: Told = await (await fetch(new URL('/openapi.json', url))).json()
const bash = async (script: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', script], { maxBuffer: 10_000_000 })).stdout

/** As whoever reads the document finds them. */
const samples = new Map<string, Sample[]>(
  Object.values<Told>(document.paths)
    .flatMap(item => Object.values<Told>(item))
    .map(operation => [operation.operationId, operation['x-codeSamples']])
)

/** A tool list as it is checked in: that it is fresh is seen in test/openapi.test.ts. */
const listNamed = async (name: string): Promise<Told> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, `../../../openapi/dialects/${name}.json`), 'utf8'))

const sourceOf = ({ id }: Operation, label: Sample['label']): string =>
  samples.get(id)?.find(sample => sample.label === label)?.source ?? ''
const inputOf = (operation: Operation): Input => shownExample(operation)?.input ?? {}

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

/** What a shell makes of each line: the words that curl is given. */
async function wordsOf(lines: readonly string[]): Promise<string[][]> {
  const printed = await bash(`curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join('\n')}`)
  return printed.split('\x01').map(words => words.split('\0').slice(0, -1))
}

const optionIn = (words: readonly string[], option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined

/** The input that a request carries, as text where it has no other form. */
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

/** The same of what an example says. */
function carried(operation: Operation): { method: string; input: Input } {
  const [method, template] = splitRoute(operation)
  const isText = (name: string): boolean => !takesBody(method) || template.split('/').includes(`:${name}`)
  const entries = Object.entries(inputOf(operation)).map(([name, value]) => [name, isText(name) ? String(value) : value])
  return { method, input: Object.fromEntries(entries) }
}

t.test('what a shell makes of each curl line is the request of its example', async t => {
  const lines = await wordsOf(catalog.operations.map(operation => sourceOf(operation, 'curl')))
  for (const [place, operation] of catalog.operations.entries())
    t.strictSame(carriedBy(lines[place] ?? [], operation), carried(operation), operation.id)
})

t.test('every other sample has the arguments of its example, under names that the tool lists know', async t => {
  const [openai, mcp]: Told[] = await Promise.all(['openai-chat', 'mcp'].map(listNamed))
  const known = new Map<string, string[]>([
    ...openai.tools.map(({ function: told }: Told) => [`openai ${told.name}`, Object.keys(told.parameters.properties)]),
    ...mcp.tools.map((told: Told) => [`mcp ${told.name}`, Object.keys(told.inputSchema.properties)])
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
    const unlisted = Object.keys(input).filter(
      property => ![`openai ${name}`, `mcp ${name}`].every(list => known.get(list)?.includes(property))
    )
    t.strictSame(unlisted, [], name)
  }
})

const openaiCallOf = (operation: Operation): ChatCompletionMessageFunctionToolCall => JSON.parse(sourceOf(operation, 'OpenAI'))

/** Of each system that the sandbox has, what reads and answers by itself; and what makes a job, which waits to be confirmed. */
const run = [
  ...[...Map.groupBy(catalog.operations, ({ tool }) => tool).values()].flatMap(operations => operations.find(readsAlone) ?? []),
  ...catalog.operations.filter(({ id }) => id === 'gmail_bulk_label_messages')
]

function readsAlone(operation: Operation): boolean {
  const { given, tested_elsewhere } = shownExample(operation) ?? { tested_elsewhere: 'there is none' }
  return ceilingOf(operation.permission) === 'read' && given === undefined && tested_elsewhere === undefined
}

/** But for times and ids, which differ from run to run. */
const answersAsShown = (t: Test, operation: Operation, data: unknown): void => {
  const comparable = (value: unknown): unknown => withoutVolatile(plain(operation.output), value)
  t.strictSame(comparable(data), comparable(shownExample(operation)?.output), operation.id)
}

t.test('curl samples answer what is shown', async t => {
  t.ok(run.length > 7, run.map(({ id }) => id).join())
  for (const operation of run) answersAsShown(t, operation, JSON.parse(await bash(sourceOf(operation, 'curl'))).data)
})

t.test('TypeScript samples print what is shown', async t => {
  const client = pathToFileURL(path.join(import.meta.dirname, '../../../src/client/client.ts')).href
  const hooks = registerHooks({
    resolve: (name, context, next) => (name === 'toolgate/client' ? { url: client, shortCircuit: true } : next(name, context))
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

t.test('OpenAI samples, sent as they are and all at once, answer what is shown', async t => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ calls: run.map(openaiCallOf) }) }
  const { data }: Told = await (await fetch(new URL('/v1/operations', url), init)).json()
  t.equal(data.results.length, run.length)
  for (const [place, operation] of run.entries()) {
    t.equal(data.results[place].id, openaiCallOf(operation).id)
    answersAsShown(t, operation, data.results[place].data)
  }
})

t.test('MCP samples answer the official client what is shown', async t => {
  const client = await connect(t, url)
  for (const operation of run) {
    const { structuredContent } = await client.callTool(JSON.parse(sourceOf(operation, 'MCP')))
    answersAsShown(t, operation, structuredContent)
  }
})
