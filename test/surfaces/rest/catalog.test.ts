import t from 'tap'
import { Type } from 'typebox'
import { oneOf } from '../../../src/contract/requires.ts'
import { defineTool } from '../../../src/contract/tool.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const garden = defineTool({
  name: 'garden',
  title: 'Garden',
  description: 'Plants.',
  prompt: 'Use it for plants.',
  settings: Type.Object({}),
  connect: () => ({}),
  available: async () => ({ available: true }),
  concurrent: false
})
const saw = fakeOperation(
  'saw',
  {
    piece: Type.String({ description: 'What', 'x-secret': true }),
    cuts: Type.Integer({ default: 1, description: 'Cuts' }),
    a: Type.Optional(Type.String({ description: 'A' }))
  },
  undefined,
  {
    http: 'POST /saws/:piece',
    permission: 'destructive',
    group: 'tools',
    aliases: [{ name: 'cut' }],
    errors: { already_exists: 'It is cut already.' },
    requires: [oneOf('piece', 'a')],
    costly: 'A cent.',
    timeout_ms: 5000,
    deprecated: { successor: 'workshop_drill', sunset: '2027-01-01' }
  }
)
const drill = fakeOperation('drill', {}, undefined, { summary: 'Make a hole' })
const plant = fakeOperation('plant', {}, undefined, { tool: garden, permission: 'write' })
const definitions = [saw, drill, plant]

t.test('the catalog has a row for each operation, ordered by id', async t => {
  const { app } = await startApp(t, { definitions })
  const { data, metadata } = (await app.inject('/v1/catalog')).json()
  t.match(data, { next_cursor: null, total: { value: 3, relation: 'eq' } })
  t.strictSame(
    data.items.map(({ id }: { id: string }) => id),
    ['garden_plant', 'workshop_drill', 'workshop_saw']
  )
  t.strictSame(data.items[2], {
    id: 'workshop_saw',
    system: 'workshop',
    group: 'tools',
    kind: 'operation',
    summary: 'The saw of the tests',
    permission: 'destructive',
    method: 'POST',
    path: '/v1/workshop/saws/{piece}',
    deprecated: true
  })
  t.match(metadata, { operation: 'toolgate_list_operations', request_id: String })
})

t.test('the catalog can be filtered by system and by words', async t => {
  const { app } = await startApp(t, { definitions })
  const idsOf = async (query: string) => (await app.inject(`/v1/catalog?${query}`)).json().data.items.map(({ id }: { id: string }) => id)
  t.strictSame(await idsOf('system=garden'), ['garden_plant'])
  const unknown = await app.inject('/v1/catalog?system=gardn&query=plant')
  t.match(unknown, { statusCode: 404 })
  t.match(unknown.json().error, {
    message: 'No system gardn is visible to this key. Available systems: garden, workshop.',
    details: { reason: 'system_not_found', suggestions: ['Did you mean garden?', 'garden', 'workshop'] }
  })
  t.strictSame(await idsOf('query=HOLE'), ['workshop_drill'])
  t.strictSame(await idsOf('query=saw+of+the+workshop'), ['workshop_saw', 'workshop_drill'], 'the nearest first')
  t.strictSame(await idsOf('query='), ['garden_plant', 'workshop_drill', 'workshop_saw'])
})

t.test('the catalog is paged', async t => {
  const { app } = await startApp(t, { definitions })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const url: string = `/v1/catalog?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`
    const { data } = (await app.inject(url)).json()
    seen.push(...data.items.map(({ id }: { id: string }) => id))
    cursor = data.next_cursor
  } while (cursor !== null)
  t.strictSame(seen, ['garden_plant', 'workshop_drill', 'workshop_saw'])
})

t.test('an invalid query of the catalog is refused', async t => {
  const { app } = await startApp(t, { definitions })
  for (const query of ['limit=0', 'limit=x', 'sytem=garden', 'limit=1001', 'cursor=nowhere'])
    t.match((await app.inject(`/v1/catalog?${query}`)).json(), { success: false, error: { code: 'VALIDATION_ERROR' } }, query)
})

t.test('an operation has all details of its definition', async t => {
  const { app } = await startApp(t, { definitions })
  const { data } = (await app.inject('/v1/catalog/workshop_saw')).json()
  t.match(data, {
    id: 'workshop_saw',
    description: String,
    requires: ['Set exactly one of: piece, a.'],
    errors: [{ reason: 'already_exists', code: 'CONFLICT_ERROR', status: 409, when: 'It is cut already.' }],
    timeout_ms: 5000,
    idempotent: false,
    costly: 'A cent.',
    scopes: ['workshop:destructive', 'workshop:tools', 'workshop_saw'],
    upload: null,
    stream: null,
    aliases: ['cut'],
    successor: 'workshop_drill',
    sunset: '2027-01-01'
  })
  t.strictSame(data.input.required, ['piece'], 'an input with a default is not required')
  t.equal(data.input.additionalProperties, false)
  t.ok(data.input.properties.confirm, 'inputs that the contract adds are included')
  t.notMatch(JSON.stringify(data.input), 'x-secret', 'properties that only the fixture reads are not')
})

t.test('the catalog says how an operation takes files, and which bytes it sends', async t => {
  const { app } = await startApp(t)
  const entry = async (id: string) => (await app.inject(`/v1/catalog/${id}`)).json().data
  t.strictSame((await entry('confluence_upload_attachment')).upload, {
    property: 'content_base64',
    max_bytes: 104_857_600,
    filename: 'filename',
    media_type: 'media_type',
    multiple: false,
    part: 'file'
  })
  t.match((await entry('gmail_send_message')).upload, { property: 'attachments', multiple: true, part: 'attachments' })
  t.strictSame((await entry('jobs_get_results')).stream, { media_types: ['application/x-ndjson', 'text/csv'], endless: false })
})

t.test('an operation is found by its alias', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject('/v1/catalog/cut')).json().data.id, 'workshop_saw')
})

t.test('each system describes its use and its content', async t => {
  const { app } = await startApp(t, { definitions })
  const { data } = (await app.inject('/v1/tools')).json()
  t.equal(data.total.value, 2)
  t.strictSame(data.items[0], {
    name: 'garden',
    title: 'Garden',
    description: 'Plants.',
    prompt: 'Use it for plants.',
    concurrent: false,
    available: true,
    reason: null,
    instances: [{ system: 'garden', name: null, is_default: true, sandbox: false, available: true, reason: null, circuit: 'closed' }],
    operations: ['garden_plant']
  })
  t.strictSame((await app.inject('/v1/tools/garden')).json().data, data.items[0])
})

t.test('an unknown system is 404 with the existing ones', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject('/v1/tools/gardn')
  t.equal(answer.statusCode, 404)
  t.match(answer.json().error.details, { reason: 'system_not_found', suggestions: ['Did you mean garden?', 'garden', 'workshop'] })
})

t.test('operations that a key may not call are in no list', async t => {
  const { app } = await startApp(t, { definitions, ports: { visible: operation => operation.tool !== garden } })
  for (const url of ['/v1/catalog', '/v1/tools', '/v1/instances', '/v1/tools/gardn', '/v1/catalog/gardn_plant'])
    t.notMatch((await app.inject(url)).body, /"garden/, url)
  t.equal((await app.inject('/v1/tools/garden')).statusCode, 404)
})

t.test('every error has a page that explains it', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject('/errors/VALIDATION_ERROR')).statusCode, 200)
  t.equal((await app.inject('/errors/WORKSHOP_SERVER_ERROR')).statusCode, 200, 'that of a system too')
  t.equal((await app.inject('/errors/NONSENSE')).statusCode, 404)
})

t.test('a defect of these routes returns a fixed message, and its cause is only in the log', async t => {
  const lines: string[] = []
  const visible = (): never => {
    throw new Error('password=hunter2')
  }
  const { app } = await startApp(t, { definitions, ports: { visible }, onLog: line => lines.push(JSON.stringify(line)) })
  for (const url of ['/v1/catalog', '/v1/tools', '/v1/instances', '/v1/catalog/workshop_saw', '/openapi.json']) {
    const before = lines.length
    const answer = await app.inject({ url, headers: { 'x-request-id': 'abc-6' } })
    t.equal(answer.statusCode, 500, url)
    t.notMatch(answer.body, 'hunter2')
    t.match(answer.json().error, { code: 'UNKNOWN_ERROR', details: { reason: 'unexpected', request_id: 'abc-6' } })
    t.match(lines.slice(before).join(), /hunter2.*abc-6|abc-6.*hunter2/)
  }
})

t.test('systems are rendered in Markdown with the prompt as text, not in table cells', async t => {
  const { app } = await startApp(t)
  for (const url of ['/v1/tools', '/v1/tools/filesystem']) {
    const { body } = await app.inject({ url, headers: { accept: 'text/markdown' } })
    t.match(body, /^## Files? ?\w* \(`filesystem`\)$/m, url)
    t.match(body, /^- Available: yes$/m)
    t.match(body, /^- Operations: .*filesystem_read_file/m)
    t.notMatch(body, /^\|/m)
  }
})
