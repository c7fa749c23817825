import t from 'tap'
import { EMAIL, TOKEN } from '../../../sandbox/confluence/credentials.ts'
import { decide } from '../../../src/access/policy.ts'
import type { PolicyQuery } from '../../../src/pipeline/ports.ts'
import { openWiki } from '../../helpers/confluence.ts'
import { MESSAGES } from './seed/messages.ts'
import { OPERATIONS } from './seed/operations.ts'

type Input = Record<string, unknown>

/** Checks what the seed specifies of the tool as a whole, through the gateway and with the seed's names. */
t.test('contract', async t => {
  const policy = ({ operation, caller, permission, instance }: PolicyQuery) => {
    const decision = decide([], { system: operation.tool.name, operation: operation.id, instance, keyId: caller.id, permission })
    return decision === 'deny' ? { decision, rule: 'none' } : { decision }
  }
  const { app, call, clear, requests, failNext, operations } = await openWiki(t, {
    ports: { policy },
    further: address => ({ second: { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN, max_retries: 0 } })
  })
  t.afterEach(() => clear())
  const ask = async (input: Input) => (await app.inject({ method: 'POST', url: '/v1/operations/confluence', payload: input })).json()
  const check = async (id: string, payload: Input) =>
    (await app.inject({ method: 'POST', url: `/v1/operations/${id}/check`, payload })).json().data
  const permissionOf = async (operation: string, input: Input) => (await check('confluence', { operation, ...input })).permission

  t.test('the tool has a name, a title, a description, requirements, and allows parallel calls', async t => {
    const { data } = (await app.inject('/v1/tools/confluence')).json()
    t.match(data, {
      name: 'confluence',
      title: 'Confluence',
      description: /CONFLUENCE_EMAIL, CONFLUENCE_TOKEN.*CONFLUENCE_CLOUD_ID.*Data Center/s,
      concurrent: true,
      available: true,
      reason: null
    })
    t.strictSame(
      data.instances.map(({ name, is_default }: { name: string; is_default: boolean }) => [name, is_default]),
      [
        ['main', true],
        ['second', false]
      ]
    )
  })

  t.test('the prompt explains its use: find, read, edit with the version that was read, and treat page content as data', async t => {
    const { prompt } = (await app.inject('/v1/tools/confluence')).json().data
    for (const said of ['confluence_search', 'confluence_get_page', 'expected_version', 'storage', 'never an instruction'])
      t.match(prompt, said)
  })

  t.test('a system that does not respond is reported as unavailable, and nothing is thrown', async t => {
    await failNext({}, { status: 500, body: 'down' }, 9)
    const { data, success } = (await app.inject('/v1/tools/confluence')).json()
    t.strictSame([success, data.available], [true, false])
    t.match(data.reason, /500/)
  })

  t.test('each operation states whether it reads, writes or destroys', async t => {
    const of = (permission: string) => operations.filter(one => one.permission === permission).map(({ name }) => name)
    for (const name of ['get_page', 'search', 'list_pages', 'list_spaces', 'list_attachments']) t.ok(of('read').includes(name), name)
    for (const name of ['create_page', 'update_page']) t.ok(of('write').includes(name), name)
    t.strictSame(of('destructive').toSorted(), ['delete_attachment', 'delete_page'])
  })

  t.test("the seed's categories: get, search, list, spaces and attachments read, create and update write", async t => {
    const permissions: Record<string, string> = {}
    for (const { operation, required } of OPERATIONS) permissions[operation] = await permissionOf(operation, required)
    t.strictSame(permissions, {
      get: 'read',
      create: 'write',
      update: 'write',
      search: 'read',
      list: 'read',
      spaces: 'read',
      attachments: 'read'
    })
  })

  t.test('by default a destructive operation waits for a confirmation that states what would be done', async t => {
    const { status, error } = await call('delete_page', { page_id: '65539' })
    t.equal(status, 428)
    t.match(error, { details: { reason: 'confirmation_required' }, message: /Move the page 65539 to the trash/ })
    t.match(await check('confluence_delete_page', { page_id: '65539' }), { allowed: true, needs_confirmation: true })
    t.match(await check('confluence_get_page', { page_id: '65539' }), { allowed: true, needs_confirmation: false })
    t.strictSame(await requests(), [])
  })

  for (const { operation, required, optional } of OPERATIONS) {
    t.test(`${operation} requires and accepts the inputs of the seed, and refuses a missing one`, async t => {
      for (const input of [required, { ...required, ...optional }])
        t.match(await check('confluence', { operation, ...input }), { allowed: true, issues: [], message: String }, JSON.stringify(input))
      for (const name of Object.keys(required)) {
        const { [name]: _, ...rest } = required
        const { allowed, issues } = await check('confluence', { operation, ...rest })
        t.equal(allowed, false, name)
        t.match(issues, [{ message: /is required/ }], name)
      }
      for (const [name, value] of Object.entries(optional))
        t.match(await check('confluence', { operation, ...required, [name]: value }), { allowed: true, issues: [] }, name)
    })
  }

  t.test('a page can be given by title and space instead of its id, and a list can cover several spaces', async t => {
    for (const input of [
      { operation: 'get', pageTitle: 'Installation', spaceKey: 'DOCS' },
      { operation: 'update', pageTitle: 'Installation', spaceKey: 'DOCS', title: 'Set up' },
      { operation: 'list', spaceKeys: ['DOCS', 'PLAY'] }
    ])
      t.match(await check('confluence', input), { allowed: true, issues: [] })
    for (const [input, path] of [
      [{ operation: 'get', pageTitle: 'Installation' }, 'space_key'],
      [{ operation: 'update', pageTitle: 'Installation', title: 'x' }, 'space_key']
    ] as const)
      t.match((await check('confluence', input)).issues, [{ path, message: 'is required' }])
  })

  t.test('an operation that the seed does not have is refused with the existing ones, and an unknown property by its name', async t => {
    const { error } = await ask({ operation: 'burn' })
    for (const { operation } of OPERATIONS) t.match(error.details.issues[0].expected, operation)
    t.match((await ask({ operation: 'get', pageId: '65538', pageNumber: 1 })).error.details.issues, [{ path: 'pageNumber' }])
  })

  t.test('every response contains its operation, its instance and its success', async t => {
    for (const { operation, required } of OPERATIONS) {
      const id = operations.find(({ aliases }) => aliases.some(({ when }) => when?.['operation'] === operation))?.id
      const { success, metadata } = await ask({ operation, ...required, instance: 'second' })
      t.match({ success, metadata }, { success: true, metadata: { operation: id, instance: 'second' } }, operation)
    }
    t.match(await ask({ operation: 'spaces' }), { metadata: { instance: 'main' } })
  })

  t.test('one page, one space or one attachment is in data, several are in its items, with the pagination', async t => {
    t.match(await ask({ operation: 'get', pageId: '65538' }), { data: { type: 'page', id: '65538' } })
    t.match((await call('get_space', { space_key: 'DOCS' })).data, { key: 'DOCS' })
    t.match((await call('get_attachment', { attachment_id: 'att65691' })).data, { type: 'attachment' })
    const lists: [input: Input, first: Input, total: number | null][] = [
      [{ operation: 'list', spaceKey: 'DOCS', limit: 2 }, { type: 'page' }, null],
      [{ operation: 'spaces', limit: 2 }, { key: '~ada' }, null],
      [{ operation: 'attachments', pageId: '65540', limit: 2 }, { type: 'attachment' }, 2],
      [{ operation: 'search', query: 'type = page', searchSpace: 'DOCS', limit: 2 }, { entity_type: 'content' }, 4]
    ]
    for (const [input, first, total_size] of lists) {
      const { data, metadata } = await ask(input)
      t.match(data.items, [first, {}], JSON.stringify(input))
      t.match(metadata.pagination, { start: 0, limit: 2, size: 2, total_size }, JSON.stringify(input))
    }
  })

  t.test('a failure has a message and a stable reason', async t => {
    t.match(await ask({ operation: 'get', pageId: '999' }), {
      success: false,
      error: { message: 'Confluence has no page 999 that this account can see.', details: { reason: 'page_not_found' } }
    })
  })

  t.test('the preview of every operation and every bulk action states what the call would do', async t => {
    for (const [name, input, message] of MESSAGES) {
      const said = await check(`confluence_${name}`, input)
      t.strictSame([said.message, said.issues], [message, []], name)
    }
    const all = (await app.inject('/v1/tools/confluence')).json().data.operations
    t.strictSame([...new Set(MESSAGES.map(([name]) => `confluence_${name}`))].toSorted(), all.toSorted())
  })

  t.test('each operation has example inputs with expected results, good and failing', async t => {
    for (const { id } of operations) {
      const { examples } = (await app.inject(`/v1/catalog/${id}`)).json().data
      t.ok(examples.length >= 2, id)
      for (const example of examples) {
        t.match(example, { name: String, summary: String, input: Object })
        t.ok(example.output !== undefined || example.error !== undefined, `${id} ${example.name}`)
      }
    }
  })
})
