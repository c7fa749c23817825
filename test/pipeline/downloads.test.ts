import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import t from 'tap'
import type { Operation } from '../../src/contract/operation.ts'
import { type StreamResult, stream, streamSpec } from '../../src/contract/stream.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'
import { connect } from '../helpers/mcp.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const SIZE = 20 * 1024 * 1024
const PART = randomBytes(64 * 1024)

async function* parts(size = SIZE): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < size; sent += PART.length) yield PART
}

/** Bodies of every kind that handlers return, and what each does when its reader stops. */
const BODIES: Record<string, () => StreamResult['body']> = {
  generator: () => parts(),
  'Node stream': () => Readable.from(parts(), { objectMode: false }),
  'web stream': () => ReadableStream.from(parts()),
  'archive, which throws undefined when its reader stops': async function* () {
    yield* makeZip([{ name: 'a.bin', input: parts(), size: BigInt(SIZE) }])
  },
  'source that refuses to be cancelled': () => {
    const source = parts()
    return { [Symbol.asyncIterator]: () => ({ next: () => source.next(), return: () => Promise.reject(new Error('Left')) }) }
  },
  'source that hangs when it is cancelled': () => {
    const source = parts()
    return { [Symbol.asyncIterator]: () => ({ next: () => source.next(), return: () => new Promise<never>(() => {}) }) }
  }
}

/** The operation unchanged except for its download. */
const downloading = (operation: Operation, body: () => StreamResult['body']): Operation => {
  const [media_type = ''] = streamSpec(operation.output)?.media_types ?? []
  return { ...operation, requires: [], handler: async () => ({ body: body(), media_type, filename: 'a.bin' }) }
}

/** A valid input of the operation: that of its first good example. */
const inputOf = ({ examples }: Operation): Record<string, unknown> => examples.find(example => 'output' in example)?.input ?? {}

t.test('the beginning of every download is returned by name and over MCP, however long it is', async t => {
  const fixture = await startApp(t)
  const downloads = fixture.catalog.operations.filter(({ output }) => streamSpec(output)?.endless === false)
  t.ok(downloads.length >= 6, `${downloads.length}`)
  for (const [what, body] of Object.entries(BODIES)) {
    const logged: Record<string, unknown>[] = []
    const { app } = await startApp(t, {
      definitions: downloads.map(operation => downloading(operation, body)),
      sandbox: sandboxOf(downloads),
      onLog: line => logged.push(line)
    })
    const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
    for (const operation of downloads) {
      const named = (await byName(app, operation.id, inputOf(operation))).json()
      if (!t.equal(named.success, true, `${operation.id}, ${what}: ${JSON.stringify(named.error)}`)) continue
      const { content, encoding, complete } = named.data
      t.equal(complete, false)
      const most = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8').length
      t.ok(most > 10_000 && JSON.stringify(named).length <= 25_000, `${operation.id}: ${most} bytes`)
      const { isError, structuredContent } = await client.callTool({ name: operation.id, arguments: inputOf(operation) })
      t.not(isError, true, `${operation.id}, ${what}`)
      t.match(structuredContent, { complete: false })
    }
    t.strictSame(
      logged.filter(({ level }) => level === 'error' || level === 'warn'),
      [],
      'and nothing failed'
    )
  }
})

/** Settings with which each system is configured, at an address without a server. */
function sandboxOf(operations: readonly Operation[]): Record<string, Record<string, unknown>> {
  const address = 'http://127.0.0.1:9'
  const settings: Record<string, Record<string, unknown>> = {
    confluence: { url: address, type: 'datacenter', token: 't' },
    gitlab: { url: address, token: 't' },
    trello: { url: address, key: 'a'.repeat(32), token: 't' }
  }
  return Object.fromEntries(operations.flatMap(({ tool: { name } }) => (settings[name] ? [[name, settings[name]]] : [])))
}

t.test('every thrown value is logged, including undefined', async t => {
  const logged: Record<string, unknown>[] = []
  const thrown: Record<string, unknown> = { nothing: undefined, null: null, text: 'a text', number: 3, object: {} }
  const throwing = Object.entries(thrown).flatMap(([name, value]) => [
    fakeOperation(`throw_${name}`, {}, () => Promise.reject(value)),
    fakeOperation(
      `break_${name}`,
      {},
      () => ({
        media_type: 'text/plain',
        body: (async function* () {
          yield 'begun\n'
          await Promise.reject(value)
        })()
      }),
      { http: `GET /break_${name}`, output: stream(['text/plain']) }
    )
  ])
  const { app } = await startApp(t, { definitions: throwing, onLog: line => logged.push(line) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const entry = (tool: string) => logged.find(line => line['tool'] === tool)
  for (const [name, value] of Object.entries(thrown)) {
    t.equal((await byName(app, `workshop_throw_${name}`, {})).statusCode, 500)
    t.equal((await byName(app, `workshop_break_${name}`, {})).statusCode, 500, 'a stream that is cut off is not a beginning')
    const expected = { success: false, err: { message: `A value that is not an Error was thrown: ${String(value)}`, stack: /./ } }
    t.match(entry(`workshop_throw_${name}`), expected, name)
    t.match(entry(`workshop_break_${name}`), expected, name)
    logged.length = 0
    await fetch(`${url}/v1/workshop/break_${name}`).then(answer => answer.text().catch(() => ''))
    await waitUntil(() => entry(`workshop_break_${name}`) !== undefined, `the failure of break_${name} is logged`)
    t.match(entry(`workshop_break_${name}`), expected, `${name}, on its way to the client`)
  }
})

t.test('a download whose cursor is refused releases its source', async t => {
  const { catalog } = await startApp(t)
  const [operation] = catalog.operations.filter(({ output }) => streamSpec(output)?.endless === false)
  if (!operation) throw new Error('No operation returns a stream')
  const source = Readable.from(parts(), { objectMode: false })
  const { app } = await startApp(t, { definitions: [downloading(operation, () => source)], sandbox: sandboxOf([operation]) })
  const refused = await byName(app, operation.id, { ...inputOf(operation), cursor: 'elsewhere' })
  t.equal(refused.statusCode, 400)
  t.ok(source.destroyed)
})
