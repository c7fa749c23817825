import t from 'tap'
import { Type } from 'typebox'
import { oneOf } from '../../../src/contract/requires.ts'
import { defineTool } from '../../../src/contract/tool.ts'
import { startApp } from '../../helpers/app.ts'
import { make } from '../../helpers/workshop.ts'

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
const saw = make(
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
const drill = make('drill', {}, undefined, { summary: 'Make a hole' })
const plant = make('plant', {}, undefined, { tool: garden, permission: 'write' })
const definitions = [saw, drill, plant]

t.test('the catalog has a row for each operation, in the order of their ids', async t => {
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

t.test('the catalog can be asked for a system and for words', async t => {
  const { app } = await startApp(t, { definitions })
  const idsOf = async (query: string) => (await app.inject(`/v1/catalog?${query}`)).json().data.items.map(({ id }: { id: string }) => id)
  t.strictSame(await idsOf('system=garden'), ['garden_plant'])
  t.strictSame(await idsOf('system=none'), [])
  t.strictSame(await idsOf('query=HOLE'), ['workshop_drill'])
  t.strictSame(await idsOf('query=saw+of+the+workshop'), ['workshop_saw', 'workshop_drill'], 'the nearest first')
  t.strictSame(await idsOf('query='), ['garden_plant', 'workshop_drill', 'workshop_saw'])
})

t.test('the catalog comes in pages', async t => {
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

t.test('a wrong question to the catalog is refused', async t => {
  const { app } = await startApp(t, { definitions })
  for (const query of ['limit=0', 'limit=x', 'sytem=garden', 'limit=1001', 'cursor=nowhere'])
    t.match((await app.inject(`/v1/catalog?${query}`)).json(), { success: false, error: { code: 'VALIDATION_ERROR' } }, query)
})

t.test('an operation tells all that its definition says', async t => {
  const { app } = await startApp(t, { definitions })
  const { data } = (await app.inject('/v1/catalog/workshop_saw')).json()
  t.match(data, {
    id: 'workshop_saw',
    description: String,
    requires: ['Give exactly one of: piece, or a.'],
    errors: [{ reason: 'already_exists', code: 'CONFLICT_ERROR', status: 409, when: 'It is cut already.' }],
    timeout_ms: 5000,
    idempotent: false,
    costly: 'A cent.',
    aliases: ['cut'],
    successor: 'workshop_drill',
    sunset: '2027-01-01'
  })
  t.strictSame(data.input.required, ['piece'], 'what has a default is not required')
  t.equal(data.input.additionalProperties, false)
  t.ok(data.input.properties.confirm, 'what the contract adds is there')
  t.notMatch(JSON.stringify(data.input), 'x-secret', 'what only the house reads is not')
})

t.test('an operation is found by its alias', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject('/v1/catalog/cut')).json().data.id, 'workshop_saw')
})

t.test('each system says how to use it, and what it has', async t => {
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
    instances: [{ system: 'garden', name: null, is_default: true, sandbox: false, available: true, reason: null }],
    operations: ['garden_plant']
  })
  t.strictSame((await app.inject('/v1/tools/garden')).json().data, data.items[0])
})

t.test('an unknown system is 404 with those there are', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject('/v1/tools/gardn')
  t.equal(answer.statusCode, 404)
  t.match(answer.json().error.details, { reason: 'system_not_found', suggestions: ['garden', 'workshop'] })
})

t.test('what a key may not know of is in no list', async t => {
  const { app } = await startApp(t, { definitions, ports: { visible: operation => operation.tool !== garden } })
  for (const url of ['/v1/catalog', '/v1/tools', '/v1/instances', '/v1/tools/gardn', '/v1/catalog/gardn_plant'])
    t.notMatch((await app.inject(url)).body, /"garden/, url)
  t.equal((await app.inject('/v1/tools/garden')).statusCode, 404)
})

t.test('every error has a page that says what it means', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject('/errors/VALIDATION_ERROR')).statusCode, 200)
  t.equal((await app.inject('/errors/WORKSHOP_SERVER_ERROR')).statusCode, 200, 'that of a system too')
  t.equal((await app.inject('/errors/NONSENSE')).statusCode, 404)
})

t.test('a defect behind these routes is answered in fixed words, its cause in the log alone', async t => {
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

t.test('systems are told in markdown with the prompt as text, not in the cells of a table', async t => {
  const { app } = await startApp(t)
  for (const url of ['/v1/tools', '/v1/tools/filesystem']) {
    const { body } = await app.inject({ url, headers: { accept: 'text/markdown' } })
    t.match(body, /^## Files? ?\w* \(`filesystem`\)$/m, url)
    t.match(body, /^- Available: yes$/m)
    t.match(body, /^- Operations: .*filesystem_read_file/m)
    t.notMatch(body, /^\|/m)
  }
})
