import t, { type Test } from 'tap'
import { Type } from 'typebox'
import type { PolicyRule } from '../../../src/config/policy.ts'
import { defineTool } from '../../../src/contract/tool.ts'
import { createKeyring, newKey } from '../../../src/keys.ts'
import { createPorts } from '../../../src/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { make, workshop } from '../../helpers/workshop.ts'

const garden = defineTool({ ...workshop, name: 'garden', title: 'Garden' })
const jobs = defineTool({ ...workshop, name: 'jobs', title: 'Jobs', access: 'own' })
const tool = workshop
const definitions = [
  make('look', {}, undefined, { tool, http: 'GET /look', group: 'seeing' }),
  make('paint', {}, undefined, { tool, permission: 'write' }),
  make('burn', { page: Type.Optional(Type.Integer({ description: 'P' })) }, undefined, { tool, permission: 'destructive' }),
  make('dig', {}, undefined, { tool: garden, permission: 'write' }),
  make('print', {}, undefined, { tool, costly: 'A cent.' }),
  make('mine', {}, undefined, { tool: jobs, http: 'GET /mine' })
]

/** A gateway with a key of each of these scopes, and the policy. */
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

t.test('a key is taken as a bearer token and as X-API-Key', async t => {
  const { app, key } = await gateway(t, ['*'])
  for (const headers of [
    { authorization: `Bearer ${key}` },
    { authorization: `bearer  ${key}` },
    { 'x-api-key': key },
    { authorization: `Bearer ${key}`, 'x-api-key': key }
  ])
    t.equal((await app.inject({ url: '/v1/workshop/look', headers })).statusCode, 200, Object.keys(headers).join())
})

t.test('two different keys, and a scheme that is not Bearer, are refused for that', async t => {
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

t.test('without a key the answer is 401, with how to send one', async t => {
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

t.test('an unknown key is 401, whatever it looks like', async t => {
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

t.test('a key past its date is 401, and told so', async t => {
  const { app, headers } = await gateway(t, ['*'], [], '2020-01-01')
  const answer = await app.inject({ url: '/v1/workshop/look', headers })
  t.match([answer.statusCode, answer.json().error.details.reason], [401, 'key_expired'])
})

t.test('the public routes need no key, but tell a wrong one', async t => {
  const { app } = await gateway(t, ['*'])
  for (const url of ['/healthz', '/readyz', '/errors/VALIDATION_ERROR']) {
    t.equal((await app.inject(url)).statusCode, 200, url)
    t.equal((await app.inject({ url, headers: { 'x-api-key': 'wrong' } })).statusCode, 401, `${url} with a wrong key`)
  }
})

t.test('the scopes of a key decide what the catalog shows', async t => {
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

t.test('the scopes of a key decide what OpenAPI shows', async t => {
  const { app, headers } = await gateway(t, ['garden_dig'])
  const { body } = await app.inject({ url: '/openapi.json', headers })
  t.match(body, 'garden_dig')
  t.notMatch(body, /workshop_(look|burn)/)
})

t.test('a call beyond the scopes of its key is 403, on the route and by name, and says which scope it lacks', async t => {
  const { app, headers, call } = await gateway(t, ['workshop:read'])
  for (const answer of [await app.inject({ method: 'POST', url: '/v1/workshop/paint', headers }), await call('workshop_paint')]) {
    t.equal(answer.statusCode, 403)
    t.match(answer.json().error, {
      code: 'PERMISSION_ERROR',
      details: { reason: 'insufficient_permissions', required_scope: 'workshop:write', outcome: 'not_executed' }
    })
  }
})

t.test('what a key may not call is not in what it can look up', async t => {
  const { app, headers, call } = await gateway(t, ['workshop:read'])
  t.equal((await app.inject({ url: '/v1/catalog/workshop_paint', headers })).statusCode, 404)
  t.equal((await app.inject({ url: '/v1/tools/garden', headers })).statusCode, 404)
  t.notMatch((await call('workshop_pain')).body, 'workshop_paint')
})

t.test('a check tells why a call would be refused, and what would lift that', async t => {
  const { call } = await gateway(t, ['workshop:read'])
  t.match((await call('workshop_burn/check', { page: 1 })).json().data, {
    permission: 'destructive',
    allowed: false,
    refusal: /lacks the scope workshop:destructive/
  })
})

t.test('a check of a wrong input tells the refusal that no mended input lifts, too', async t => {
  const { call } = await gateway(t, ['workshop:read'])
  const { data } = (await call('workshop_burn/check', { page: 'x' })).json()
  t.match(data, { allowed: false, refusal: /lacks the scope workshop:destructive.*page/, issues: [{ path: 'page' }] })
})

t.test('what the policy denies is denied by name too, and in a check', async t => {
  const { call } = await gateway(t, ['*'], [{ system: 'garden', permission: 'write', decision: 'deny' }])
  const answer = await call('garden_dig')
  t.match([answer.statusCode, answer.json().error.details.reason], [403, 'denied_by_policy'])
  t.match((await call('garden_dig/check')).json().data, {
    allowed: false,
    refusal: 'The policy of this gateway denies garden_dig: the key ann may make no call that is write on garden.'
  })
})

t.test('what destroys or costs waits for a confirmation, unless the policy says otherwise', async t => {
  const { call } = await gateway(t, ['*'])
  t.equal((await call('workshop_burn')).statusCode, 428)
  t.equal((await call('workshop_burn', { confirm: true })).statusCode, 200)
  t.equal((await call('workshop_print')).statusCode, 428)
  t.equal((await call('workshop_paint')).statusCode, 200)
  const lenient = await gateway(t, ['*'], [{ permission: '*', decision: 'allow' }])
  t.equal((await lenient.call('workshop_burn')).statusCode, 200)
})

t.test('a policy may ask for confirmation of, or deny, what the scopes allow', async t => {
  const policy: PolicyRule[] = [
    { permission: 'write', decision: 'confirm' },
    { system: 'garden', permission: 'write', decision: 'deny' },
    { key: 'ann', system: 'workshop', permission: 'destructive', decision: 'deny' }
  ]
  const { app, headers, call, idsOf } = await gateway(t, ['*'], policy)
  t.equal((await call('workshop_paint')).statusCode, 428)
  const denied = await app.inject({ method: 'POST', url: '/v1/garden/dig', headers, payload: { confirm: true } })
  t.match([denied.statusCode, denied.json().error.details.reason], [403, 'denied_by_policy'])
  t.strictSame(await idsOf(), ['jobs_mine', 'workshop_look', 'workshop_paint', 'workshop_print'], 'what is denied is not shown')
})

t.test('what belongs to its caller needs no scope', async t => {
  const { app, headers } = await gateway(t, ['garden_dig'])
  t.equal((await app.inject({ url: '/v1/jobs/mine', headers })).statusCode, 200)
})

t.test('without keys, whoever reaches the gateway may do everything', async t => {
  const { app } = await startApp(t, { definitions, ports: createPorts({ policy: () => [] }) })
  t.equal((await app.inject({ method: 'POST', url: '/v1/workshop/paint' })).statusCode, 200)
})
