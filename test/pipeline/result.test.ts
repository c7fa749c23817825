import t from 'tap'
import { Type } from 'typebox'
import { OperationError } from '../../src/contract/errors.ts'
import { listOf } from '../../src/contract/schema.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { startApp } from '../helpers/app.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'

const output = Type.Object({ title: Type.String({ description: 'Title' }), pages: Type.Integer({ description: 'Pages' }) })
const book = { title: 'Moby-Dick', pages: 635 }
const asking = (accept: string) => ({ method: 'POST', url: '/v1/workshop/read', headers: { accept } }) as const

t.test('a success is in the envelope with the metadata of the call', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => book, { output })] })
  const answer = await app.inject({ ...asking('application/json'), headers: { 'x-request-id': 'abc-1' } })
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  const { metadata, ...rest } = answer.json()
  t.strictSame(rest, { success: true, data: book })
  t.match(metadata, { operation: 'workshop_read', instance: null, request_id: 'abc-1', execution_time_ms: Number })
  t.ok(metadata.execution_time_ms >= 0)
  t.strictSame(Object.keys(metadata).sort(), ['execution_time_ms', 'instance', 'operation', 'request_id'], 'what is unknown is absent')
})

t.test('a response names its instance, and that a sandbox server responded', async t => {
  const settings = Type.Object({ url: Type.String({ description: 'Where' }) })
  const system = { name: 'library', title: 'Library', description: 'd', prompt: 'p', settings, concurrent: true }
  const library = defineTool({ ...system, connect: () => ({}), available: async () => ({ available: true }) })
  const { app } = await startApp(t, {
    definitions: [fakeOperation('read', {}, () => book, { output, tool: library })],
    environment: { LIBRARY_URL: 'x' },
    sandbox: { library: { url: 'y' } }
  })
  const real = await post(app, '/v1/library/read', {})
  t.match(real.json().metadata, { instance: 'default', sandbox: undefined })
  t.notHas(real.headers, 'toolgate-sandbox')
  const sandbox = await post(app, '/v1/library/read', { instance: 'sandbox' })
  t.match(sandbox.json().metadata, { instance: 'sandbox', sandbox: true })
  t.equal(sandbox.headers['toolgate-sandbox'], 'true')
})

t.test('metadata includes warnings, truncation and the rate limit', async t => {
  const read = fakeOperation(
    'read',
    {},
    (_input, call) => {
      call.warn('Old edition.')
      call.truncate({ reason: 'limit', omitted: 3, next: 'next_page' })
      return book
    },
    { output }
  )
  const { app } = await startApp(t, { definitions: [read] })
  t.match((await post(app, '/v1/workshop/read', {})).json().metadata, {
    warnings: ['Old edition.'],
    truncated: { reason: 'limit', omitted: 3 }
  })
})

t.test('a handler can return another success status, with a location', async t => {
  const read = fakeOperation('read', {}, (_input, call) => {
    call.respond({ status: 202, location: '/v1/jobs/7' })
    return {}
  })
  const { app } = await startApp(t, { definitions: [read] })
  const answer = await post(app, '/v1/workshop/read', {})
  t.match([answer.statusCode, answer.headers.location], [202, '/v1/jobs/7'])
})

t.test('a response with a missing or unknown field is returned and logged', async t => {
  for (const data of [{ title: 'Moby-Dick' }, { ...book, isbn: '1' }, { title: null, pages: 'many' }]) {
    const lines: Record<string, unknown>[] = []
    const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => data, { output })], onLog: line => lines.push(line) })
    const answer = await post(app, '/v1/workshop/read', {})
    t.equal(answer.statusCode, 200)
    t.strictSame(answer.json().data, data)
    t.match(
      lines.filter(({ msg }) => msg === 'The response does not match the output schema'),
      [{ level: 40, tool: 'workshop_read' }]
    )
  }
})

t.test('a response that matches its schema has no warning, including open objects in it', async t => {
  const lines: Record<string, unknown>[] = []
  const open = Type.Object({ facts: Type.Object({}, { additionalProperties: true, description: 'Whatever the system says' }) })
  const definitions = [fakeOperation('read', {}, () => ({ facts: { anything: 1 } }), { output: open })]
  const { app } = await startApp(t, { definitions, onLog: line => lines.push(line) })
  await post(app, '/v1/workshop/read', {})
  t.strictSame(
    lines.filter(({ msg }) => String(msg).includes('fit')),
    []
  )
})

t.test('a declared failure has its declared message', async t => {
  const read = fakeOperation('read', {}, (_input, call) => {
    throw call.fail('rate_limit_exceeded', 'Slow down.', { retry_after_ms: 1500, suggestions: ['Wait.'] })
  })
  const { app } = await startApp(t, { definitions: [read] })
  const answer = await app.inject({ ...asking('*/*'), headers: { 'x-request-id': 'abc-2' } })
  t.equal(answer.statusCode, 429)
  t.equal(answer.headers['retry-after'], '2')
  t.equal(answer.headers['cache-control'], 'no-store')
  t.strictSame(answer.json(), {
    success: false,
    error: {
      code: 'RATE_LIMIT_ERROR',
      message: 'Slow down.',
      details: {
        reason: 'rate_limit_exceeded',
        request_id: 'abc-2',
        source: 'gateway',
        outcome: 'not_executed',
        retry_after_ms: 1500,
        suggestions: ['Wait.'],
        retryable: true
      }
    }
  })
})

t.test('a failure of the system contains its name', async t => {
  const read = fakeOperation('read', {}, () => {
    throw new OperationError('server_error', 'It is down.', { source: 'upstream', upstream: { status: 500 } })
  })
  const { app } = await startApp(t, { definitions: [read] })
  for (const url of ['/v1/workshop/read', '/v1/operations/workshop_read']) {
    const answer = await post(app, url, {})
    t.equal(answer.statusCode, 502)
    t.match(answer.json().error, { code: 'WORKSHOP_SERVER_ERROR', details: { source: 'upstream', upstream: { status: 500 } } }, url)
  }
})

t.test('a defect returns a fixed message, and its cause is only in the log', async t => {
  for (const permission of ['read', 'write'] as const) {
    for (const thrown of [
      new Error('password=hunter2'),
      'hunter2',
      { hunter2: true },
      undefined,
      new TypeError('hunter2', { cause: 'hunter2' })
    ]) {
      const lines: string[] = []
      const read = fakeOperation('read', {}, () => Promise.reject(thrown), { permission })
      const { app } = await startApp(t, { definitions: [read], onLog: line => lines.push(JSON.stringify(line)) })
      for (const accept of ['application/json', 'application/problem+json', 'text/markdown', 'text/event-stream']) {
        const answer = await app.inject(asking(accept))
        t.equal(answer.statusCode, accept === 'text/event-stream' ? 200 : 500)
        t.notMatch(answer.body, 'hunter2', accept)
        t.match(answer.body, /UNKNOWN_ERROR/)
      }
      if (thrown instanceof Error) t.match(lines.join(), 'hunter2', 'the log contains it')
    }
  }
})

t.test('an error can be a problem of RFC 9457, with its exact media type', async t => {
  const read = fakeOperation('read', { page: Type.Integer({ description: 'Page' }) })
  const { app } = await startApp(t, { definitions: [read] })
  const answer = await app.inject({
    ...asking('application/problem+json'),
    headers: { accept: 'application/problem+json', 'x-request-id': 'abc-3' }
  })
  t.equal(answer.statusCode, 400)
  t.equal(answer.headers['content-type'], 'application/problem+json')
  t.match(answer.headers['vary'], 'Accept')
  t.match(answer.json(), {
    type: '/errors/VALIDATION_ERROR',
    title: String,
    status: 400,
    detail: /`page` is required/,
    instance: '/v1/workshop/read',
    code: 'VALIDATION_ERROR',
    request_id: 'abc-3',
    success: false,
    error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'page' }] } }
  })
})

t.test('a success with Accept: application/problem+json is plain JSON', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => book, { output })] })
  const answer = await app.inject(asking('application/problem+json'))
  t.match([answer.statusCode, answer.headers['content-type']], [200, 'application/json; charset=utf-8'])
})

t.test('a response can be Markdown, rendered by its definition', async t => {
  const markdown = ({ title }: Record<string, unknown>): string => `# ${title}`
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => book, { output, markdown })] })
  const answer = await app.inject(asking('text/markdown'))
  t.match([answer.headers['content-type'], answer.body], ['text/markdown; charset=utf-8', '# Moby-Dick\n'])
})

t.test('without a rendering, a response is a list of its properties', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => ({ ...book, notes: 'a|b\nc' }), { output })] })
  t.equal((await app.inject(asking('text/markdown'))).body, '- **title**: Moby-Dick\n- **pages**: 635\n\n**notes**:\n\n```\na|b\nc\n```\n')
})

t.test('without a rendering, a list is a table', async t => {
  const page = { items: [{ a: 1, b: 'x|y' }, { a: 2 }], next_cursor: 'more', total: null }
  const { app } = await startApp(t, {
    definitions: [fakeOperation('read', {}, () => page, { list: true, output: listOf(Type.Object({ a: Type.Integer() }), {}) })]
  })
  const { body } = await app.inject(asking('text/markdown'))
  t.equal(body, '| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 2 |  |\n\nMore: cursor `more`\n')
})

t.test('Markdown reports that something was omitted', async t => {
  const read = fakeOperation('read', {}, (_input, call) => {
    call.truncate({ reason: 'size', next: null, hint: 'The rest is in the archive.' })
    return book
  })
  const { app } = await startApp(t, { definitions: [read] })
  t.match((await app.inject(asking('text/markdown'))).body, /This response is truncated\. The rest is in the archive\./)
})

t.test('a rendering that fails does not fail an executed call', async t => {
  const markdown = ({ authors }: Record<string, unknown>): string =>
    Array.isArray(authors) ? authors.join() : String(Reflect.get(Object(authors), 'x').y)
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => book, { output, markdown, permission: 'write' })] })
  const answer = await app.inject(asking('text/markdown'))
  t.equal(answer.statusCode, 200)
  t.match(answer.body, /Moby-Dick/)
})

t.test('an error can be Markdown', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', { page: Type.Integer({ description: 'Page' }) })] })
  const answer = await app.inject(asking('text/markdown'))
  t.match([answer.statusCode, answer.headers['content-type']], [400, 'text/markdown; charset=utf-8'])
  t.match(answer.body, /^\*\*VALIDATION_ERROR\*\*: .*\n\n- `page` is required\n$/)
})

t.test('a result that is not JSON is an internal error, and is logged', async t => {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, () => ({ big: 1n }))], onLog: line => lines.push(line) })
  const answer = await post(app, '/v1/workshop/read', {})
  t.equal(answer.statusCode, 500)
  t.ok(
    lines.some(line => JSON.stringify(line).includes('BigInt')),
    'the log contains the cause'
  )
})
