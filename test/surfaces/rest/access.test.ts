import { request } from 'node:http'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { createKeyring, newKey } from '../../../src/access/keys.ts'
import type { PolicyRule } from '../../../src/access/policy.ts'
import { defineTool } from '../../../src/contract/tool.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation, fakeTool } from '../../helpers/fake-tool.ts'

const garden = defineTool({ ...fakeTool, name: 'garden', title: 'Garden' })
const jobs = defineTool({ ...fakeTool, name: 'jobs', title: 'Jobs', access: 'own' })
const tool = fakeTool
const definitions = [
  fakeOperation('look', {}, undefined, { tool, http: 'GET /look', group: 'seeing' }),
  fakeOperation('paint', {}, undefined, { tool, permission: 'write' }),
  fakeOperation('burn', { page: Type.Optional(Type.Integer({ description: 'P' })) }, undefined, { tool, permission: 'destructive' }),
  fakeOperation('dig', {}, undefined, { tool: garden, permission: 'write' }),
  fakeOperation('print', {}, undefined, { tool, costly: 'A cent.' }),
  fakeOperation('mine', {}, undefined, { tool: jobs, http: 'GET /mine' })
]

/** A gateway with a key for each of these scopes, and the policy. */
async function gateway(t: Test, scopes: string[], policy: PolicyRule[] = [], expires?: string) {
  const { key, entry } = newKey({ id: 'ann', scopes, ...(expires !== undefined && { expires }) })
  const keyring = createKeyring([entry])
  const { app } = await startApp(t, {
    definitions,
    ports: createPorts({ policy: () => policy }),
    auth: { identify: presented => keyring.identify(presented), anonymous: undefined }
  })
  const headers = { authorization: `Bearer ${key}` }
  const call = (id: string, payload: object = {}) => app.inject({ method: 'POST', url: `/v1/operations/${id}`, payload, headers })
  const idsOf = async () => (await app.inject({ url: '/v1/catalog', headers })).json().data.items.map(({ id }: { id: string }) => id)
  return { app, key, headers, call, idsOf }
}

t.test('a key is accepted as a bearer token and as X-API-Key', async t => {
  const { app, key } = await gateway(t, ['*'])
  for (const headers of [
    { authorization: `Bearer ${key}` },
    { authorization: `bearer  ${key}` },
    { 'x-api-key': key },
    { authorization: `Bearer ${key}`, 'x-api-key': key }
  ])
    t.equal((await app.inject({ url: '/v1/workshop/look', headers })).statusCode, 200, Object.keys(headers).join())
})

t.test('two different keys, and a scheme other than Bearer, are refused for that reason', async t => {
  const { app, key } = await gateway(t, ['*'])
  for (const [headers, message] of [
    [{ authorization: `Bearer ${key}`, 'x-api-key': 'x' }, /different keys/],
    [{ authorization: 'Basic YW5uOng=' }, /only Bearer/]
  ] as const) {
    const answer = await app.inject({ url: '/v1/workshop/look', headers })
    t.match([answer.statusCode, answer.json().error], [401, { message, details: { reason: 'key_unknown', suggestions: [/one key/] } }])
    t.notMatch(answer.body, key)
  }
})

t.test('two headers of the same name count only if they contain the same key', async t => {
  const { app, key } = await gateway(t, ['*'])
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const statusOf = (headers: string[]) =>
    new Promise<number | undefined>((done, fail) => {
      request(`${url}/v1/workshop/look`, { headers: ['Host', 'localhost', 'Connection', 'close', ...headers] }, response => {
        response.resume()
        done(response.statusCode)
      })
        .on('error', fail)
        .end()
    })
  for (const [name, own, other] of [
    ['Authorization', `Bearer ${key}`, 'Bearer x'],
    ['X-API-Key', key, 'x']
  ] as const) {
    t.equal(await statusOf([name, own, name.toLowerCase(), other]), 401, `${name}: the first is valid`)
    t.equal(await statusOf([name, other, name.toLowerCase(), own]), 401, `${name}: the last is valid`)
  }
  t.equal(await statusOf(['Authorization', `Bearer ${key}`, 'authorization', `Bearer ${key}`]), 200, 'the same key twice')
})

t.test('without a key the response is 401, with how to send one', async t => {
  const { app } = await gateway(t, ['*'])
  for (const url of ['/v1/workshop/look', '/v1/catalog', '/v1/tools', '/v1/instances', '/v1/nothing']) {
    const answer = await app.inject(url)
    t.equal(answer.statusCode, 401, url)
    t.match(answer.headers['www-authenticate'], /^Bearer realm="toolgate"/)
    t.match(answer.json().error, {
      code: 'AUTHENTICATION_ERROR',
      details: { reason: 'key_missing', source: 'gateway', suggestions: [/Authorization: Bearer/] }
    })
  }
})

t.test('an unknown key is 401, whatever its form', async t => {
  const { app, key } = await gateway(t, ['*'])
  const wrong = [`${key}x`, key.slice(0, -1), key.toUpperCase(), 'tg_ann_x', 'tg_', '', 'x'.repeat(5000), '__proto__', 'ü']
  for (const presented of wrong) {
    const answer = await app.inject({ url: '/v1/workshop/look', headers: { authorization: `Bearer ${presented}` } })
    t.match([answer.statusCode, answer.json().error.details.reason], [401, 'key_unknown'], presented.slice(0, 20))
    t.match(answer.headers['www-authenticate'], /error="invalid_token"/)
    t.notMatch(answer.body, presented.length > 5 ? presented : 'never')
  }
  for (const authorization of ['Basic YTpi', key, 'Bearer'])
    t.equal((await app.inject({ url: '/v1/workshop/look', headers: { authorization } })).statusCode, 401, authorization.slice(0, 6))
})

t.test('an expired key is 401, with a message that says so', async t => {
  const { app, headers } = await gateway(t, ['*'], [], '2020-01-01')
  const answer = await app.inject({ url: '/v1/workshop/look', headers })
  t.match([answer.statusCode, answer.json().error.details.reason], [401, 'key_expired'])
})

t.test('public routes need no key, but report a wrong one', async t => {
  const { app } = await gateway(t, ['*'])
  for (const url of ['/healthz', '/readyz', '/errors/VALIDATION_ERROR']) {
    t.equal((await app.inject(url)).statusCode, 200, url)
    t.equal((await app.inject({ url, headers: { 'x-api-key': 'wrong' } })).statusCode, 401, `${url} with a wrong key`)
  }
})

t.test('the scopes of a key limit the catalog', async t => {
  const shown: [string[], string[]][] = [
    [['*'], ['garden_dig', 'jobs_mine', 'workshop_burn', 'workshop_look', 'workshop_paint', 'workshop_print']],
    [['workshop:read'], ['jobs_mine', 'workshop_look', 'workshop_print']],
    [['workshop:write'], ['jobs_mine', 'workshop_look', 'workshop_paint', 'workshop_print']],
    [['workshop:*'], ['jobs_mine', 'workshop_burn', 'workshop_look', 'workshop_paint', 'workshop_print']],
    [['workshop:seeing'], ['jobs_mine', 'workshop_look']],
    [['garden_dig'], ['garden_dig', 'jobs_mine']]
  ]
  for (const [scopes, ids] of shown) t.strictSame(await (await gateway(t, scopes)).idsOf(), ids, scopes.join())
})

t.test('the scopes of a key limit OpenAPI', async t => {
  const { app, headers } = await gateway(t, ['garden_dig'])
  const { body } = await app.inject({ url: '/openapi.json', headers })
  t.match(body, 'garden_dig')
  t.notMatch(body, /workshop_(look|burn)/)
})

t.test('a call beyond the scopes of its key is 403, on the route and by name, with the missing scope', async t => {
  const { app, headers, call } = await gateway(t, ['workshop:read'])
  for (const answer of [await app.inject({ method: 'POST', url: '/v1/workshop/paint', headers }), await call('workshop_paint')]) {
    t.equal(answer.statusCode, 403)
    t.match(answer.json().error, {
      code: 'PERMISSION_ERROR',
      details: { reason: 'insufficient_permissions', required_scope: 'workshop:write', outcome: 'not_executed' }
    })
  }
})

t.test('a key cannot look up what it may not call', async t => {
  const { app, headers, call } = await gateway(t, ['workshop:read'])
  t.equal((await app.inject({ url: '/v1/catalog/workshop_paint', headers })).statusCode, 404)
  t.equal((await app.inject({ url: '/v1/tools/garden', headers })).statusCode, 404)
  t.notMatch((await call('workshop_pain')).body, 'workshop_paint')
})

t.test('a check reports why a call would be refused, and how to change that', async t => {
  const { call } = await gateway(t, ['workshop:read'])
  t.match((await call('workshop_burn/check', { page: 1 })).json().data, {
    permission: 'destructive',
    allowed: false,
    refusal: /needs scope `workshop:destructive`/
  })
})

t.test('a check by a key that may not make such a call does not read the input', async t => {
  const { call } = await gateway(t, ['workshop:read'])
  const { data } = (await call('workshop_burn/check', { page: 'x' })).json()
  t.match(data, { permission: 'destructive', allowed: false, refusal: /needs scope `workshop:destructive`/, input: null, issues: [] })
  t.equal(data.issues.length, 0)
})

t.test('an operation that the policy denies is also denied by name and in a check', async t => {
  const { call } = await gateway(t, ['*'], [{ system: 'garden', permission: 'write', decision: 'deny' }])
  const answer = await call('garden_dig')
  t.match([answer.statusCode, answer.json().error.details.reason], [403, 'denied_by_policy'])
  t.match((await call('garden_dig/check')).json().data, {
    allowed: false,
    refusal: 'The policy of this gateway denies garden_dig: the key ann is not allowed to make calls that are write on garden.'
  })
})

t.test('destructive and paid operations need a confirmation, unless the policy differs', async t => {
  const { call } = await gateway(t, ['*'])
  t.equal((await call('workshop_burn')).statusCode, 428)
  t.equal((await call('workshop_burn', { confirm: true })).statusCode, 200)
  t.equal((await call('workshop_print')).statusCode, 428)
  t.equal((await call('workshop_paint')).statusCode, 200)
  const lenient = await gateway(t, ['*'], [{ permission: '*', decision: 'allow' }])
  t.equal((await lenient.call('workshop_burn')).statusCode, 200)
})

t.test('a policy can require confirmation of, or deny, what the scopes allow', async t => {
  const policy: PolicyRule[] = [
    { system: 'garden', permission: 'write', decision: 'deny' },
    { key: 'ann', system: 'workshop', permission: 'destructive', decision: 'deny' },
    { permission: 'write', decision: 'confirm' }
  ]
  const { app, headers, call, idsOf } = await gateway(t, ['*'], policy)
  t.equal((await call('workshop_paint')).statusCode, 428)
  const denied = await app.inject({ method: 'POST', url: '/v1/garden/dig', headers, payload: { confirm: true } })
  t.match([denied.statusCode, denied.json().error.details.reason], [403, 'denied_by_policy'])
  t.strictSame(await idsOf(), ['jobs_mine', 'workshop_look', 'workshop_paint', 'workshop_print'], 'a denied operation is not shown')
})

t.test('a policy can deny an operation by a pattern, and an instance, even as the default one', async t => {
  const settings = Type.Object({ url: Type.String({ description: 'Its URL' }) })
  const store = defineTool({ ...fakeTool, name: 'store', title: 'Store', settings })
  const policy: PolicyRule[] = [
    { operation: 'store_burn*', permission: '*', decision: 'deny' },
    { system: 'store', instance: 'home', permission: 'write', decision: 'deny' }
  ]
  const { app } = await startApp(t, {
    definitions: ['sell', 'sold', 'burn'].map(name =>
      fakeOperation(name, {}, undefined, { tool: store, permission: name === 'sold' ? 'read' : 'write' })
    ),
    ports: createPorts({ policy: () => policy }),
    systems: { store: { default_instance: 'home', instances: { home: { url: 'x' }, work: { url: 'y' } } } }
  })
  const call = async (id: string, payload: object = {}) => {
    const answer = await app.inject({ method: 'POST', url: `/v1/operations/${id}`, payload })
    return answer.statusCode === 403 ? answer.json().error.message : answer.statusCode
  }
  t.match(await call('store_burn', { instance: 'work' }), /denies store_burn/)
  t.equal(await call('store_sell', { instance: 'work' }), 200)
  for (const input of [{}, { instance: 'home' }])
    t.match(await call('store_sell', input), /calls that are write on the instance home of store/)
  t.equal(await call('store_sold'), 200)
})

t.test('a resource of its caller needs no scope', async t => {
  const { app, headers } = await gateway(t, ['garden_dig'])
  t.equal((await app.inject({ url: '/v1/jobs/mine', headers })).statusCode, 200)
})

t.test('without keys, every caller has all permissions', async t => {
  const { app } = await startApp(t, { definitions, ports: createPorts({ policy: () => [] }) })
  t.equal((await app.inject({ method: 'POST', url: '/v1/workshop/paint' })).statusCode, 200)
})
