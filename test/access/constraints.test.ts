import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { createAccess } from '../../src/access/access.ts'
import { includesOperation, isWithin, narrower } from '../../src/access/constraints.ts'
import { createKeyring, newKey } from '../../src/access/keys.ts'
import { createKeys } from '../../src/access/managed/key-admin.ts'
import { createKeyUses } from '../../src/access/managed/key-uses.ts'
import { checkConstraints } from '../../src/config/check-constraints.ts'
import { loadConfig } from '../../src/config/config.ts'
import { narrowKeys } from '../../src/config/narrow-keys.ts'
import type { Constraints } from '../../src/contract/constraints.ts'
import type { Keys } from '../../src/contract/keys.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { connectionFromSignal } from '../../src/pipeline/context.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startApp } from '../helpers/app.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { fakeOperation, fakeTool } from '../helpers/fake-tool.ts'
import { openTestStore } from '../helpers/key-store.ts'
import { startTestRedis } from '../helpers/redis.ts'

t.test('patterns include and exclude operations; an exclusion has precedence', async t => {
  const including = (patterns: string[]) =>
    ['gitlab_get_issue', 'gitlab_delete_issue', 'gitlab_bulk_delete_branches', 'trello_get_card'].filter(id =>
      includesOperation(patterns, id)
    )
  t.strictSame(including(['gitlab_*', '!gitlab_delete_*']), ['gitlab_get_issue', 'gitlab_bulk_delete_branches'])
  t.strictSame(including(['!*delete*', 'gitlab_*']), ['gitlab_get_issue'])
  t.strictSame(including(['!gitlab_*']), ['trello_get_card'])
  t.strictSame(including(['trello_get_card', 'gitlab_get_issues']), ['trello_get_card'])
  t.strictSame(including(['!*']), [])
})

const WITHIN: [inner: Constraints, outer: Constraints, within: boolean][] = [
  [{}, {}, true],
  [{ instances: ['gitlab:work'] }, {}, true],
  [{}, { instances: ['gitlab:work'] }, false],
  [{ instances: ['gitlab:work'] }, { instances: ['gitlab:work', 'gitlab:home'] }, true],
  [{ instances: ['gitlab:work', 'trello:default'] }, { instances: ['gitlab:work'] }, false],
  [{}, { operations: ['!gitlab_delete_*'] }, false],
  [{ operations: ['gitlab_get_*'] }, { operations: ['gitlab_*'] }, true],
  [{ operations: ['gitlab_*'] }, { operations: ['gitlab_get_*'] }, false],
  [{ operations: ['*'] }, { operations: ['gitlab_*'] }, false],
  [{ operations: ['gitlab_*', '!gitlab_delete_*'] }, { operations: ['gitlab_*', '!gitlab_delete_*'] }, true],
  [{ operations: ['gitlab_*', '!gitlab_*_*'] }, { operations: ['gitlab_*', '!gitlab_delete_*'] }, true],
  [{ operations: ['gitlab_*'] }, { operations: ['gitlab_*', '!gitlab_delete_*'] }, false],
  [{ operations: ['gitlab_*', '!gitlab_delete_issue'] }, { operations: ['!gitlab_delete_*'] }, false],
  [{ operations: ['!gitlab_delete_*'] }, { operations: ['gitlab_*', '!gitlab_delete_*'] }, false],
  [{ gitlab: { project: ['acme/web'] } }, {}, true],
  [{}, { gitlab: { project: ['acme/*'] } }, false],
  [{ gitlab: { project: ['acme/web', 'acme/sub/*'] } }, { gitlab: { project: ['acme/*'] } }, true],
  [{ gitlab: { project: ['acme/web', '17'] } }, { gitlab: { project: ['acme/*'] } }, false],
  [{ gitlab: { project: ['acme/../other/web'] } }, { gitlab: { project: ['acme/*'] } }, false],
  [{ gitlab: { project: ['acme/*'] } }, { gitlab: { project: ['acme/web'] } }, false],
  [{ gitlab: { project: ['acme/web'] } }, { gitlab: { project: ['acme/web'] }, confluence: { space: ['ENG'] } }, false],
  [{ operations: ['gitlab_get_issue', 'trello_*'] }, { operations: ['gitlab_*', 'trello_*_card'] }, false]
]

t.test('constraints are within others only if they allow nothing more', async t => {
  for (const [inner, outer, within] of WITHIN) t.equal(isWithin(inner, outer), within, JSON.stringify([inner, outer]))
  t.strictSame(narrower({ instances: ['gitlab:work'] }, {}), { instances: ['gitlab:work'] })
  t.equal(narrower({ instances: ['gitlab:work'] }, { instances: ['gitlab:home'] }), undefined)
})

t.test('names that do not exist are problems', async t => {
  const known = { systems: ['gitlab', 'jobs'], operations: ['gitlab_get_issue', 'jobs_get'], undecided: ['jobs'] }
  const problems = (constraints: Constraints) => checkConstraints({ id: 'ann', constraints }, known).map(({ message }) => message)
  t.strictSame(problems({ instances: ['gitlab:any'], operations: ['gitlab_*', '!*_issue'] }), [])
  t.match(problems({ instances: ['gitlub:work'], operations: ['gitlab_got_issue', '!jobs_*'] }), [
    /instance gitlub:work, whose system does not exist/,
    /pattern gitlab_got_issue, which matches no operation/,
    /pattern !jobs_\*/
  ])
  t.strictSame(checkConstraints({ id: 'ann', constraints: { instances: ['any:thing'] } }, {}), [])
})

t.test('a broken version of the configuration narrows constraints and never widens them', async t => {
  const { entry } = newKey({ id: 'ann', scopes: ['gitlab:read'], constraints: { operations: ['gitlab_get_*'] } })
  const listed = (constraints: unknown) =>
    narrowKeys([entry], [{ ...entry, constraints }]).map(({ scopes, constraints }) => [scopes, constraints])
  t.strictSame(listed({ operations: ['gitlab_get_issue'] }), [[['gitlab:read'], { operations: ['gitlab_get_issue'] }]])
  for (const wider of [undefined, { operations: ['gitlab_*'] }])
    t.strictSame(listed(wider), [[['gitlab:read'], { operations: ['gitlab_get_*'] }]], JSON.stringify(wider))
  for (const unclear of [{ operations: ['trello_*'] }, { operation: [] }, null, 'all'])
    t.strictSame(listed(unclear)[0]?.[0], [], JSON.stringify(unclear))
  const open = { ...entry, constraints: {} }
  t.match(narrowKeys([open], [entry]), [{ scopes: ['gitlab:read'], constraints: { operations: ['gitlab_get_*'] } }])
})

const garden = defineTool({
  ...fakeTool,
  name: 'garden',
  title: 'Garden',
  settings: Type.Object({ url: Type.String({ description: 'U' }) })
})
const jobs = defineTool({ ...fakeTool, name: 'jobs', title: 'Jobs', access: 'own' })
const definitions = [
  fakeOperation('look', { at: Type.Optional(Type.String({ description: 'A' })) }, undefined, {
    tool: garden,
    http: 'GET /look',
    group: 'seeing'
  }),
  fakeOperation('dig', {}, undefined, { tool: garden, permission: 'write' }),
  fakeOperation('burn', {}, undefined, { permission: 'write' }),
  fakeOperation('mine', {}, undefined, { tool: jobs, http: 'GET /mine' })
]
const systems = {
  garden: { default_instance: 'work', instances: { work: { url: 'https://w.example' }, home: { url: 'https://h.example' } } }
}

async function gateway(t: Test, constraints: Constraints) {
  const { key, entry } = newKey({ id: 'ann', scopes: ['*'], constraints })
  const keyring = createKeyring([entry])
  const { app } = await startApp(t, {
    definitions,
    systems,
    ports: createPorts({ policy: () => [] }),
    auth: { identify: presented => keyring.identify(presented), anonymous: undefined }
  })
  const headers = { authorization: `Bearer ${key}` }
  const get = async (url: string) => (await app.inject({ url, headers })).json()
  const call = async (id: string, payload: object = {}) =>
    (await app.inject({ method: 'POST', url: `/v1/operations/${id}`, payload, headers })).json()
  return { app, key, headers, get, call }
}

const outside = (message: RegExp) => ({
  error: { code: 'PERMISSION_ERROR', message, details: { reason: 'outside_constraints', outcome: 'not_executed', source: 'gateway' } }
})

t.test('operations that the constraints exclude cannot be called, by route and by name, and their input is not read', async t => {
  const { app, headers, get, call } = await gateway(t, { operations: ['garden_*', '!garden_dig'] })
  t.match(await call('garden_look'), { success: true })
  t.match(await get('/v1/jobs/mine'), { success: true }, 'operations for own resources')
  t.match(await call('garden_dig', { nothing: 1 }), outside(/may only call the operations garden_\*, !garden_dig\./))
  t.match(await call('workshop_burn'), outside(/may only call/))
  const refused = await app.inject({
    method: 'POST',
    url: '/v1/garden/dig',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{'
  })
  t.equal(refused.statusCode, 403)
  t.match(refused.json(), outside(/may only call/))
})

t.test('a key does not see what its constraints exclude', async t => {
  const { app, get, key, headers } = await gateway(t, { operations: ['garden_*', '!garden_dig'] })
  for (const url of [
    '/v1/catalog',
    '/openapi.json',
    '/v1/tools',
    '/v1/dialects/openai',
    '/v1/catalog?query=dig+burn',
    '/llms-full.txt',
    '/docs'
  ]) {
    const { payload, statusCode } = await app.inject({ url, headers })
    t.notMatch(payload, /garden_dig|workshop_burn|"workshop"/, `${url} ${statusCode}`)
  }
  t.match((await app.inject({ url: '/openapi.json', headers })).payload, /garden_look/)
  t.match(await get('/v1/catalog/garden_dig'), { error: { details: { reason: 'operation_not_found' } } })
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL('/mcp', await app.listen({ port: 0, host: '127.0.0.1' }))
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }))
  const { tools } = await client.listTools()
  t.strictSame(tools.map(({ name }) => name).toSorted(), ['garden_look', 'jobs_mine'])
  t.match(await client.callTool({ name: 'garden_dig', arguments: {} }), { isError: true, structuredContent: outside(/may only call/) })
  await client.close()
})

t.test('a key may use only its instances, and sees no others', async t => {
  const { get, call } = await gateway(t, { instances: ['garden:home'] })
  t.match(await call('garden_look', { instance: 'home' }), { success: true, metadata: { instance: 'home' } })
  for (const input of [{}, { instance: 'work' }, { instance: 'nowhere' }])
    t.match(await call('garden_look', input), outside(/may only use the instances garden:home\./), JSON.stringify(input))
  t.match(await call('workshop_burn'), { success: true }, 'a system without instances')
  t.strictSame(
    (await get('/v1/instances')).data.items
      .filter(({ system }: { system: string }) => system === 'garden')
      .map(({ name }: { name: string }) => name),
    ['home']
  )
  t.notMatch(JSON.stringify(await get('/v1/tools/garden')), /"work"/)
  const { call: other, get: list } = await gateway(t, { instances: ['trello:default'] })
  t.match(await other('garden_look', { instance: 'home', at: 1 }), outside(/may only use the instances/), 'before the input is read')
  t.notMatch(JSON.stringify(await list('/v1/catalog')), /garden/)
})

t.test('other constraints end the work in progress of a key, unless they allow as much', async t => {
  const redis = await startTestRedis(t)
  const { store } = await openTestStore(t, redis)
  const { entry } = newKey({ id: 'ann', scopes: ['*'] })
  const configured = (constraints?: Constraints) =>
    loadConfig({ TOOLGATE_KEYS: JSON.stringify([{ ...entry, ...(constraints && { constraints }) }]) })
  const access = createAccess(configured({ operations: ['gitlab_*'] }), store, silentLog)
  t.teardown(access.close)
  const ended: string[] = []
  access.onRevoked(ids => ended.push(...ids))
  access.change(configured({ operations: ['gitlab_*', 'trello_*'] }))
  t.strictSame(ended, [])
  access.change(configured({ operations: ['gitlab_get_*'] }))
  t.strictSame(ended, ['ann'])
  access.change(configured({ instances: ['gitlab:work'] }))
  t.strictSame(ended, ['ann', 'ann'])
  t.match(access.callerOf('ann'), { constraints: { instances: ['gitlab:work'] } })
})

t.test('managed keys', async t => {
  const redis = await startTestRedis(t)
  const { store, client } = await openTestStore(t, redis)
  const uses = createKeyUses(client, silentLog)
  const keysOf = createKeys({ store, uses, entries: () => [], unknownNames: () => [], cancelJobs: async () => 0 })
  const clientConnection = connectionFromSignal(new AbortController().signal)
  const by = (id: string, constraints?: Constraints): Keys =>
    keysOf({ caller: { id, scopes: ['keys:admin', 'gitlab:read'], ...(constraints && { constraints }) }, clientConnection })
  const wide: Constraints = { operations: ['gitlab_*'] }
  const narrow: Constraints = { operations: ['gitlab_get_*'] }
  const [root, limited] = [by('root'), by('limited', wide)]
  const forbidden = refusal('insufficient_permissions')
  const scopes = ['gitlab:read']

  await t.test('a constrained caller creates only keys that are constrained as much', async t => {
    await t.rejects(limited.create({ id: 'free', scopes }), forbidden)
    await t.rejects(limited.create({ id: 'free', scopes, constraints: { operations: ['*'] } }), forbidden)
    t.match(await limited.create({ id: 'bound', scopes, constraints: narrow }), { constraints: narrow })
    t.match(await root.create({ id: 'free', scopes }), { constraints: null })
  })

  await t.test('it can narrow and disable other keys, but not widen, enable, extend or rotate them', async t => {
    t.match(await limited.update('free', { disabled: true }), { status: 'disabled' })
    await t.rejects(limited.update('free', { disabled: false }), forbidden)
    await t.rejects(limited.rotate('free', 0), forbidden)
    t.match(await root.update('free', { disabled: false, constraints: wide }), { constraints: wide })
    await t.rejects(limited.update('free', { clear: ['constraints'] }), forbidden)
    await t.rejects(limited.rotate('free', 0), forbidden, 'jobs from the time without constraints are visible to its holder')
    t.match(await limited.update('free', { constraints: narrow }), { constraints: narrow })
    t.match(await limited.update('free', { constraints: wide }), { constraints: wide }, 'within its own')
    t.match(await limited.rotate('bound', 0), { constraints: narrow })
    t.match(await root.update('free', { clear: ['constraints'] }), { constraints: null })
  })

  await t.test('the view shows no former constraints', async t => {
    t.notMatch(JSON.stringify(await root.get('free')), /former/)
  })
})
