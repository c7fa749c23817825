import t from 'tap'
import { Type } from 'typebox'
import type { Ports } from '../../../src/pipeline/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { byName, fakeOperation, post } from '../../helpers/fake-tool.ts'

const get = fakeOperation('get', { page_id: Type.Integer({ description: 'Page' }) }, undefined, {
  http: 'GET /pages/:page_id',
  aliases: [{ name: 'old_get_page' }, { name: 'pages', when: { operation: 'get' } }]
})
const search = fakeOperation(
  'search',
  { query: Type.String({ description: 'Query' }), operation_hint: Type.Optional(Type.String({ description: 'Hint' })) },
  undefined,
  {
    aliases: [{ name: 'pages', when: { operation: 'search' } }]
  }
)
const remove = fakeOperation('remove', { page_id: Type.Integer({ description: 'Page' }) }, undefined, {
  permission: 'destructive',
  message: ({ page_id }) => `Remove page ${page_id}`
})
const definitions = [get, search, remove]
const check = (app: Parameters<typeof post>[0], id: string, input: unknown) => post(app, `/v1/operations/${id}/check`, input)

t.test('an operation can be called by its id, whatever its method and path are', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await byName(app, 'workshop_get', { page_id: 7 })
  t.match(answer.json(), { success: true, data: { seen: { page_id: 7 } }, metadata: { operation: 'workshop_get' } })
})

t.test('by name nothing is converted', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await byName(app, 'workshop_get', { page_id: '7' })).statusCode, 400)
})

t.test('an operation can be called by its aliases', async t => {
  const { app } = await startApp(t, { definitions })
  t.match((await byName(app, 'old_get_page', { pageId: 7 })).json(), {
    data: { seen: { page_id: 7 } },
    metadata: { operation: 'workshop_get' }
  })
})

t.test('one alias can refer to several operations, which the input distinguishes', async t => {
  const { app } = await startApp(t, { definitions })
  t.strictSame((await byName(app, 'pages', { operation: 'get', page_id: 7 })).json().data.seen, { page_id: 7 })
  t.strictSame((await byName(app, 'pages', { operation: 'search', query: 'x' })).json().data.seen, { query: 'x' })
})

t.test('if the input is ambiguous, the error says how to distinguish them', async t => {
  const { app } = await startApp(t, { definitions })
  for (const input of [{}, { operation: 'burn' }, { operation: 5 }, [], null]) {
    const answer = await byName(app, 'pages', input)
    t.equal(answer.statusCode, 400, JSON.stringify(input))
    t.match(answer.json().error, {
      code: 'VALIDATION_ERROR',
      details: { reason: 'invalid_field_value', issues: [{ path: 'operation', expected: 'one of: get, search' }] }
    })
  }
})

t.test('only the distinguishing property is removed from the input', async t => {
  const { app } = await startApp(t, { definitions })
  const payload = '{"operation":"get","page_id":7,"constructor":1}'
  const answer = await app.inject({ method: 'POST', url: '/v1/operations/pages', headers: { 'content-type': 'application/json' }, payload })
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error.details.issues, [{ path: 'constructor' }])
})

t.test('an unknown name is 404, with similar ones', async t => {
  const { app } = await startApp(t, { definitions })
  for (const url of ['/v1/operations/workshop_gett', '/v1/operations/workshop_gett/check']) {
    const answer = await post(app, url, {})
    t.equal(answer.statusCode, 404)
    t.match(answer.json().error, { code: 'NOT_FOUND_ERROR', details: { reason: 'operation_not_found', suggestions: [/workshop_get\?/] } })
  }
  for (const id of ['__proto__', 'constructor', 'toString']) t.equal((await byName(app, id, {})).statusCode, 404, id)
})

t.test('a query string is also refused by name, with where the input belongs', async t => {
  const { app } = await startApp(t, { definitions })
  for (const [url, path] of [
    ['/v1/operations/workshop_get?page_id=7', 'page_id'],
    ['/v1/operations/workshop_get?id=workshop_remove', 'id'],
    ['/v1/operations/workshop_get/check?page_id=7', 'page_id']
  ] as const) {
    const answer = await post(app, url, { page_id: 7 })
    t.equal(answer.statusCode, 400, url)
    t.match(answer.json().error.details.issues, [{ path, message: 'is in the query string', expected: 'the whole input in the JSON body' }])
  }
})

t.test('a check reads the input and runs nothing', async t => {
  let ran = false
  const burn = fakeOperation(
    'burn',
    { page_id: Type.Integer({ description: 'Page' }), hot: Type.Boolean({ default: true, description: 'Hot' }) },
    () => {
      ran = true
      return {}
    },
    { permission: 'destructive' }
  )
  const { app } = await startApp(t, { definitions: [burn] })
  const answer = await check(app, 'workshop_burn', { pageId: 7 })
  t.equal(answer.statusCode, 200)
  t.strictSame(answer.json().data, {
    operation: 'workshop_burn',
    permission: 'destructive',
    allowed: true,
    needs_confirmation: false,
    needs_approval: false,
    refusal: null,
    message: 'The burn of the tests (page_id: 7, hot: true).',
    input: { page_id: 7, hot: true },
    issues: []
  })
  t.equal(ran, false)
})

t.test('a check reports a required confirmation until it is given', async t => {
  const { app } = await startApp(t, { definitions, ports: { policy: () => ({ decision: 'confirm' }) } })
  t.match((await check(app, 'workshop_remove', { page_id: 7 })).json().data, {
    allowed: true,
    needs_confirmation: true,
    refusal: null,
    message: 'Remove page 7.'
  })
  t.match((await check(app, 'workshop_remove', { page_id: 7, confirm: true })).json().data, { allowed: true, needs_confirmation: false })
})

t.test('a check reports what would be refused, and why', async t => {
  const verdicts: [ReturnType<Ports['policy']>, RegExp][] = [
    [{ decision: 'forbid', required_scope: 'workshop:destructive' }, /workshop:destructive/],
    [{ decision: 'deny', rule: 'never on Sundays' }, /never on Sundays/]
  ]
  for (const [verdict, why] of verdicts) {
    const { app } = await startApp(t, { definitions, ports: { policy: () => verdict } })
    t.match((await check(app, 'workshop_remove', { page_id: 7 })).json().data, { allowed: false, needs_confirmation: false, refusal: why })
  }
})

t.test('a check of invalid input lists every problem, and is itself successful', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await check(app, 'workshop_remove', { page_id: 'x', nope: 1 })
  t.equal(answer.statusCode, 200)
  t.match(answer.json(), {
    success: true,
    data: { permission: null, allowed: false, message: null, input: null, issues: [{ path: 'nope' }, { path: 'page_id' }] }
  })
  t.equal((await check(app, 'workshop_remove', [])).json().data.issues.length, 1)
})

t.test('a check does not show a secret', async t => {
  const login = fakeOperation('login', { password: Type.String({ description: 'Password', 'x-secret': true }) }, undefined, {
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [login] })
  t.notMatch((await check(app, 'workshop_login', { password: 'hunter2' })).body, 'hunter2')
})

t.test('an operation that a key may not call is neither found nor suggested', async t => {
  const { app } = await startApp(t, { definitions, ports: { visible: ({ id }) => id !== 'workshop_remove' } })
  t.equal((await app.inject('/v1/catalog/workshop_remove')).statusCode, 404)
  t.notMatch((await post(app, '/v1/operations/workshop_remov', {})).body, 'workshop_remove')
})
