import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { loggable } from '../../src/contract/log.ts'
import type { CallRecord, Ports } from '../../src/contract/ports.ts'
import confirm from '../../src/tools/jobs/operations/confirm.ts'
import { startApp } from '../helpers/app.ts'
import { byName, make, post } from '../helpers/workshop.ts'

type Line = Record<string, unknown>

async function logged(t: Test, definitions: ReturnType<typeof make>[], ports: Partial<Ports> = {}) {
  const lines: Line[] = []
  const { app } = await startApp(t, { definitions, ports, onLog: line => lines.push(line) })
  return { app, calls: () => lines.filter(({ msg }) => String(msg).startsWith('Tool execution')), lines }
}

const login = make('login', {
  user: Type.String({ description: 'User' }),
  password: Type.Optional(Type.String({ description: 'Password', 'x-secret': true })),
  text: Type.Optional(Type.String({ description: 'Text' })),
  list: Type.Optional(Type.Array(Type.Unknown(), { description: 'List' })),
  more: Type.Optional(Type.Object({ pin: Type.Optional(Type.String({ 'x-secret': true })) }, { description: 'More' })),
  days: Type.Integer({ default: 3, description: 'Days' })
})

t.test('a call that went well is one line', async t => {
  const { app, calls } = await logged(t, [login])
  await app.inject({ method: 'POST', url: '/v1/workshop/login', payload: { user: 'ann' }, headers: { 'x-request-id': 'abc-4' } })
  const [line, ...others] = calls()
  t.match(line, {
    level: 30,
    msg: 'Tool execution completed',
    tool: 'workshop_login',
    duration_ms: Number,
    success: true,
    caller: 'local',
    request_id: 'abc-4',
    params: { user: 'ann', days: 3 }
  })
  t.equal(others.length, 0)
})

t.test('a call that failed is one line too, with the error', async t => {
  const { app, calls } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { days: 'x' })
  const [line, ...others] = calls()
  t.match(line, {
    level: 40,
    msg: 'Tool execution failed',
    tool: 'workshop_login',
    success: false,
    params: { days: 'x' },
    error: { code: 'VALIDATION_ERROR', reason: 'invalid_field_value', message: /user/ }
  })
  t.equal(others.length, 0)
})

t.test('secrets are hidden, long texts are their length, collections their size', async t => {
  const { app, calls, lines } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { user: 'ann', password: 'hunter2', text: 'x'.repeat(201), list: [1, 2], more: { pin: 'hunter2' } })
  t.match(calls()[0]?.['params'], {
    user: 'ann',
    password: '[redacted]',
    text: '[201 characters]',
    list: '[2 items]',
    more: '[1 properties]'
  })
  t.notMatch(JSON.stringify(lines), 'hunter2')
})

t.test('a secret stays hidden where the input is wrong, in whatever spelling it came', async t => {
  const key = make('key', {
    api_key: Type.String({ description: 'Key', maxLength: 3, 'x-secret': true }),
    n: Type.Integer({ description: 'N' })
  })
  const { app, lines } = await logged(t, [key])
  for (const payload of [{ api_key: 'hunter2' }, { apiKey: 'hunter2' }, { API_KEY: 'hunter2' }, { api_key: ['hunter2'] }]) {
    const refusals = [await post(app, '/v1/workshop/key', payload), await byName(app, 'workshop_key', payload)]
    for (const { statusCode, body } of refusals) {
      t.equal(statusCode, 400)
      t.notMatch(body, 'hunter2')
    }
  }
  t.notMatch(JSON.stringify(lines), 'hunter2')
})

t.test('the token that confirms a job stays hidden', async t => {
  t.same(loggable(confirm, { id: 'j1', confirm_token: 'ct_x' }), { id: 'j1', confirm_token: '[redacted]' })
})

t.test('an error is logged with its causes, and with nothing else that it carries', async t => {
  const request = Object.assign(new Error('socket hang up', { cause: new TypeError('deep') }), {
    code: 'ECONNRESET',
    options: { headers: { authorization: 'hunter2' } }
  })
  const fall = make('fall', {}, () => Promise.reject(new AggregateError([request], 'all of them', { cause: request })))
  const { app, calls, lines } = await logged(t, [fall])
  await post(app, '/v1/workshop/fall', {})
  const shown = {
    type: 'Error',
    message: 'socket hang up',
    code: 'ECONNRESET',
    stack: /log\.test/,
    cause: { type: 'TypeError', message: 'deep' }
  }
  t.match(calls()[0]?.['err'], { type: 'AggregateError', message: 'all of them', errors: [shown], cause: shown })
  t.notMatch(JSON.stringify(lines), 'hunter2')
})

t.test('an unknown property is logged by name alone', async t => {
  const { app, lines } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { user: 'ann', passwrd: 'hunter2' })
  t.notMatch(JSON.stringify(lines), 'hunter2')
  t.match(JSON.stringify(lines), 'passwrd')
})

t.test('a refusal by the surface is a line as well', async t => {
  const { app, calls } = await logged(t, [login])
  await post(app, '/v1/workshop/login?days=3', { user: 'ann' })
  t.match(calls(), [{ tool: 'workshop_login', success: false, error: { reason: 'invalid_field_value' } }])
})

t.test('each call is counted and audited once, with its outcome', async t => {
  const records: CallRecord[] = []
  const ports = { audit: (entry: CallRecord) => records.push(entry), metrics: () => undefined }
  const fall = make('fall', {}, () => Promise.reject(new Error('x')), { permission: 'destructive' })
  const created = make('create', {}, (_input, call) => {
    call.respond({ status: 201 })
    return {}
  })
  const { app } = await logged(t, [login, fall, created], ports)
  await post(app, '/v1/workshop/login', { user: 'ann' })
  await post(app, '/v1/workshop/login', {})
  await post(app, '/v1/workshop/fall', {})
  await post(app, '/v1/workshop/create', {})
  t.match(records, [
    { operation: 'workshop_login', caller: 'local', instance: null, permission: 'read', success: true, status: 200, outcome: 'executed' },
    { operation: 'workshop_login', success: false, status: 400, outcome: 'not_executed' },
    { operation: 'workshop_fall', permission: 'destructive', success: false, status: 500, outcome: 'unknown' },
    { operation: 'workshop_create', success: true, status: 201 }
  ])
  t.equal(records.length, 4)
})

t.test('a call is not undone by a failure to count it', async t => {
  const broken = (): never => {
    throw new Error('disk full')
  }
  const { app, calls, lines } = await logged(t, [login], { audit: broken, metrics: broken })
  t.equal((await post(app, '/v1/workshop/login', { user: 'ann' })).statusCode, 200)
  t.equal((await post(app, '/v1/workshop/login', {})).statusCode, 400)
  t.equal(calls().length, 2)
  t.match(JSON.stringify(lines), 'disk full')
})
