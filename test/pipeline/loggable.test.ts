import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { stringEnum } from '../../src/contract/schema.ts'
import { loggableInput } from '../../src/pipeline/log/loggable.ts'
import confirm from '../../src/tools/jobs/operations/confirm.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation, post } from '../helpers/fake-tool.ts'

type Line = Record<string, unknown>

async function logged(t: Test, definitions: ReturnType<typeof fakeOperation>[]) {
  const lines: Line[] = []
  const { app } = await startApp(t, { definitions, onLog: line => lines.push(line) })
  return { app, calls: () => lines.filter(({ msg }) => String(msg).startsWith('Tool execution')), lines }
}

const login = fakeOperation('login', {
  user: Type.String({ description: 'User' }),
  password: Type.Optional(Type.String({ description: 'Password', 'x-secret': true })),
  text: Type.Optional(Type.String({ description: 'Text' })),
  list: Type.Optional(Type.Array(Type.Unknown(), { description: 'List' })),
  more: Type.Optional(Type.Object({ pin: Type.Optional(Type.String({ 'x-secret': true })) }, { description: 'More' })),
  days: Type.Integer({ default: 3, description: 'Days' })
})

t.test('a successful call is one line', async t => {
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
    params: { user: '[3 characters]', days: 3 }
  })
  t.equal(others.length, 0)
})

t.test('a failed call is also one line, with the error', async t => {
  const { app, calls } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { days: 'x' })
  const [line, ...others] = calls()
  t.match(line, {
    level: 40,
    msg: 'Tool execution failed',
    tool: 'workshop_login',
    success: false,
    params: { days: '[1 characters]' },
    error: { code: 'VALIDATION_ERROR', reason: 'invalid_field_value', message: /user/ }
  })
  t.equal(others.length, 0)
})

t.test('secrets are hidden, texts are their length, collections their size', async t => {
  const { app, calls, lines } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { user: 'ann', password: 'hunter2', text: 'x'.repeat(201), list: [1, 2], more: { pin: 'hunter2' } })
  t.match(calls()[0]?.['params'], {
    user: '[3 characters]',
    password: '[redacted]',
    text: '[201 characters]',
    list: '[2 items]',
    more: '[1 properties]'
  })
  t.notMatch(JSON.stringify(lines), 'hunter2')
})

t.test('a secret stays hidden in invalid input, in any spelling', async t => {
  const key = fakeOperation('key', {
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

t.test('a text is content unless its schema says otherwise', async t => {
  const operation = fakeOperation('log_one', {
    title: Type.String({ description: 'Title' }),
    status: stringEnum(['open', 'closed'], { description: 'Status' }),
    since: Type.String({ format: 'date-time', description: 'Since' }),
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Day' }),
    branch: Type.String({ pattern: '^\\S+$', description: 'Branch' }),
    page_id: Type.String({ description: 'Page' }),
    project: Type.String({ 'x-log': true, description: 'Project' }),
    url: Type.String({ description: 'URL' })
  })
  const input = {
    title: 'Plan',
    status: 'open',
    since: '2026-01-01T00:00:00Z',
    day: '2026-01-01',
    branch: 'main',
    page_id: '12:a',
    project: 'acme/web',
    url: 'https://me:hunter2@x.example/a?token=hunter2#hunter2'
  }
  const url = 'https://x.example/a'
  t.strictSame(loggableInput(operation, input), { ...input, title: '[4 characters]', branch: '[4 characters]', url })
  const wrong = { title: 4711, status: 'hunter2', since: 'hunter2', day: 'hunter2', page_id: 'hunter2 is it', url: 'hunter2' }
  t.notMatch(JSON.stringify(loggableInput(operation, wrong)), /hunter2|4711/, 'a value that does not fit its schema is content')
})

t.test('the message of an error is logged without the texts of the input and the system', async t => {
  const upstream = { status: 409, message: 'A page called The vault exists' }
  const clash = fakeOperation('clash', { title: Type.String({ description: 'Title' }) }, (_input, { fail }) => {
    throw fail('upstream_refused', `Confluence answered 409 for Plan of the year: ${upstream.message}`, { source: 'upstream', upstream })
  })
  const { app, calls, lines } = await logged(t, [clash])
  const { body } = await post(app, '/v1/workshop/clash', { title: 'Plan of the year' })
  t.match(body, 'The vault', 'the caller gets it')
  t.match(calls()[0]?.['error'], {
    reason: 'upstream_refused',
    message: /^Confluence answered 409 for \[16 characters\]/,
    upstream_status: 409
  })
  t.notMatch(JSON.stringify(lines), /Plan of|vault/)
})

t.test('the token that confirms a job stays hidden', async t => {
  t.same(loggableInput(confirm, { id: 'j1', confirm_token: 'ct_x' }), { id: 'j1', confirm_token: '[redacted]' })
})

t.test('an error is logged with its causes, and without its other properties', async t => {
  const request = Object.assign(new Error('socket hang up', { cause: new TypeError('deep') }), {
    code: 'ECONNRESET',
    options: { headers: { authorization: 'hunter2' } }
  })
  const fall = fakeOperation('fall', {}, () => Promise.reject(new AggregateError([request], 'all of them', { cause: request })))
  const { app, calls, lines } = await logged(t, [fall])
  await post(app, '/v1/workshop/fall', {})
  const shown = {
    type: 'Error',
    message: 'socket hang up',
    code: 'ECONNRESET',
    stack: /loggable\.test/,
    cause: { type: 'TypeError', message: 'deep' }
  }
  t.match(calls()[0]?.['err'], { type: 'AggregateError', message: 'all of them', errors: [shown], cause: shown })
  t.notMatch(JSON.stringify(lines), 'hunter2')
})

t.test('an unknown property is logged only by name', async t => {
  const { app, lines } = await logged(t, [login])
  await post(app, '/v1/workshop/login', { user: 'ann', passwrd: 'hunter2' })
  t.notMatch(JSON.stringify(lines), 'hunter2')
  t.match(JSON.stringify(lines), 'passwrd')
})

t.test('a refusal by the surface is also a line', async t => {
  const { app, calls } = await logged(t, [login])
  await post(app, '/v1/workshop/login?days=3', { user: 'ann' })
  t.match(calls(), [{ tool: 'workshop_login', success: false, error: { reason: 'invalid_field_value' } }])
})

t.test('each call has one log line, with its outcome if it failed', async t => {
  const fall = fakeOperation('fall', {}, () => Promise.reject(new Error('x')), { permission: 'destructive' })
  const created = fakeOperation('create', {}, (_input, call) => {
    call.respond({ status: 201 })
    return {}
  })
  const { app, calls } = await logged(t, [login, fall, created])
  await post(app, '/v1/workshop/login', { user: 'ann' })
  await post(app, '/v1/workshop/login', {})
  await post(app, '/v1/workshop/fall', {})
  await post(app, '/v1/workshop/create', {})
  t.match(calls(), [
    { tool: 'workshop_login', caller: 'local', success: true },
    { tool: 'workshop_login', success: false, error: { code: 'VALIDATION_ERROR' } },
    { tool: 'workshop_fall', success: false, error: { code: 'UNKNOWN_ERROR', outcome: 'unknown' } },
    { tool: 'workshop_create', success: true }
  ])
  t.equal(calls().length, 4)
})
