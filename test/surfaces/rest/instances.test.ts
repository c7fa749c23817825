import t from 'tap'
import { Type } from 'typebox'
import type { Runtime } from '../../../src/contract/runtime.ts'
import { defineTool } from '../../../src/contract/tool.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation, post } from '../../helpers/fake-tool.ts'

const settings = Type.Object({
  url: Type.String({ format: 'uri', description: 'URL of the attachment' }),
  token: Type.String({ minLength: 8, description: 'Its token', 'x-secret': true, 'x-env': 'LIB_KEY' }),
  timeout: Type.Integer({ minimum: 1, maximum: 300, default: 30, description: 'Seconds' }),
  verify: Type.Boolean({ default: true, description: 'Check certificates' })
})
const connected: { settings: object; instance: string }[] = []
const library = defineTool({
  name: 'library',
  title: 'Library',
  description: 'd',
  prompt: 'p',
  settings,
  connect: (given, { instance }: Runtime) => {
    connected.push({ settings: given, instance })
    if (given.token.startsWith('bad')) throw new Error(`The token ${given.token} is refused`)
    return { given }
  },
  available: async ({ given }) => {
    if (given.token.startsWith('hang')) await new Promise(() => undefined)
    if (given.token.startsWith('throw')) throw new Error(`${given.token} broke`)
    return given.token.startsWith('down') ? { available: false, reason: 'It is down' } : { available: true }
  },
  concurrent: true
})
const definitions = [fakeOperation('read', {}, (_input, call) => ({ seen: call.instance }), { tool: library })]
const good = { LIBRARY_URL: 'https://library.test', LIB_KEY: 'hunter2hunter2' }
const read = '/v1/library/read'
const instance = (token: string) => ({ url: 'https://library.test', token })

t.test('a system without settings reports what to set', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await post(app, read, {})
  t.equal(answer.statusCode, 503)
  t.match(answer.json().error, {
    code: 'CONFIGURATION_ERROR',
    details: { reason: 'configuration_missing', retryable: false, suggestions: [/LIBRARY_URL, LIB_KEY.*systems\.library\.instances/] }
  })
  t.strictSame((await app.inject('/v1/instances')).json().data.items, [])
  t.match((await app.inject('/v1/tools/library')).json().data, { available: false, reason: /not configured/ })
})

t.test('a partly configured system is misconfigured, even if a sandbox server runs', async t => {
  const { app } = await startApp(t, {
    definitions,
    environment: { LIBRARY_URL: 'https://library.test' },
    sandbox: { library: instance('sandbox-token') }
  })
  const answer = await post(app, read, {})
  t.equal(answer.statusCode, 503)
  t.match(answer.json().error, {
    code: 'CONFIGURATION_ERROR',
    message: /LIB_KEY is required/,
    details: { reason: 'configuration_invalid' }
  })
  t.equal((await post(app, read, { instance: 'sandbox' })).json().data.seen, 'sandbox', 'the sandbox server responds if it is named')
})

t.test('a system without settings is served by its sandbox server', async t => {
  const { app } = await startApp(t, { definitions, sandbox: { library: instance('sandbox-token') } })
  t.match((await post(app, read, {})).json(), { data: { seen: 'sandbox' }, metadata: { instance: 'sandbox', sandbox: true } })
  t.match((await app.inject('/v1/instances')).json().data.items, [{ name: 'sandbox', is_default: true, sandbox: true, available: true }])
})

t.test('a stream reports in its result that a sandbox server responded', async t => {
  const { app } = await startApp(t, { definitions, sandbox: { library: instance('sandbox-token') } })
  const { body } = await app.inject({ method: 'POST', url: read, headers: { accept: 'text/event-stream' }, payload: {} })
  t.match(body, /event: result\ndata: .*"sandbox":true/)
})

t.test('an empty variable counts as not set', async t => {
  const { app } = await startApp(t, { definitions, environment: { LIBRARY_URL: '', LIB_KEY: '' } })
  t.match((await post(app, read, {})).json().error.details, { reason: 'configuration_missing' })
})

t.test('the environment creates the instance named default, with converted and default values', async t => {
  const { app } = await startApp(t, { definitions, environment: { ...good, LIBRARY_VERIFY: 'false' } })
  t.match((await post(app, read, {})).json().metadata, { instance: 'default' })
  t.match(connected.at(-1), { instance: 'default', settings: { url: 'https://library.test', timeout: 30, verify: false } })
})

t.test('the file creates several, one of which is the default', async t => {
  const systems = { library: { default_instance: 'two', instances: { one: instance('first-token'), two: instance('second-token') } } }
  const { app } = await startApp(t, { definitions, systems })
  t.equal((await post(app, read, {})).json().data.seen, 'two')
  t.equal((await post(app, read, { instance: 'one' })).json().data.seen, 'one')
  t.match((await app.inject('/v1/instances')).json().data.items, [
    { system: 'library', name: 'one', is_default: false, sandbox: false, available: true, reason: null },
    { name: 'two', is_default: true }
  ])
})

t.test('an instance that both environment and file define is refused', async t => {
  const systems = { library: { instances: { default: instance('first-token') } } }
  const { app } = await startApp(t, { definitions, systems, environment: good })
  t.match((await post(app, read, {})).json().error, {
    message: /by the environment and by the config file/,
    details: { reason: 'configuration_invalid' }
  })
})

t.test('an unknown instance is 404 with the nearest', async t => {
  const systems = { library: { instances: { main: instance('first-token') } } }
  const { app } = await startApp(t, { definitions, systems })
  for (const answer of [
    await post(app, read, { instance: 'mian1' }),
    await app.inject({ method: 'POST', url: '/v1/instances/library/mian1/test' })
  ]) {
    t.equal(answer.statusCode, 404)
    t.match(answer.json().error.details, { reason: 'instance_not_found', suggestions: ['main'] })
  }
})

t.test('a system without instances suggests none', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('look', {})] })
  const { details } = (await post(app, '/v1/instances/workshop/x/test', {})).json().error
  t.match(details.reason, 'instance_not_found')
  t.notOk(details.suggestions?.includes(''))
})

t.test('a default that is not an instance is a misconfiguration, not a missing one', async t => {
  const systems = { library: { default_instance: 'tow', instances: { two: instance('second-token') } } }
  const { app } = await startApp(t, { definitions, systems })
  const answer = await post(app, read, {})
  t.equal(answer.statusCode, 503)
  t.match(answer.json().error, { message: /tow/, details: { reason: 'configuration_invalid', suggestions: [/two/] } })
  t.equal((await post(app, read, { instance: 'two' })).statusCode, 200)
})

t.test('a broken instance lists every problem, and disables only itself', async t => {
  const systems = { library: { instances: { whole: instance('first-token'), broken: { url: 'nowhere', tokn: 1, timeout: 'x' } } } }
  const { app } = await startApp(t, { definitions, systems })
  t.equal((await post(app, read, {})).statusCode, 200)
  const { details } = (await post(app, read, { instance: 'broken' })).json().error
  t.equal(details.reason, 'configuration_invalid')
  t.equal(details.problems.length, 4)
  t.match(details.problems.join('\n'), /tokn .*did you mean token\?/)
  const [whole, broken] = (await app.inject('/v1/instances')).json().data.items
  t.match(whole, { available: true, reason: null })
  t.match(broken, { available: false, reason: /url.*/ })
  t.match((await app.inject('/v1/tools/library')).json().data, { available: true, reason: null })
})

t.test('an unavailable instance reports why', async t => {
  const systems = { library: { instances: { one: instance('down-token') } } }
  const { app } = await startApp(t, { definitions, systems })
  t.match((await app.inject('/v1/instances')).json().data.items, [{ available: false, reason: 'It is down' }])
  t.match((await app.inject('/v1/tools')).json().data.items, [{ available: false, reason: 'It is down' }])
})

t.test('a secret is in no response and no log, even if the system quotes it', async t => {
  const lines: string[] = []
  const systems = { library: { instances: { bad: instance('badhunter2'), throwing: instance('throwhunter2'), short: instance('hunter') } } }
  const { app } = await startApp(t, { definitions, systems, onLog: line => lines.push(JSON.stringify(line)) })
  const answers = [
    await app.inject('/v1/instances'),
    await app.inject('/v1/tools'),
    ...(await Promise.all(
      ['bad', 'throwing', 'short'].flatMap(name => [
        post(app, read, { instance: name }),
        post(app, `/v1/instances/library/${name}/test`, {})
      ])
    ))
  ]
  for (const { body } of answers) t.notMatch(body, 'hunter')
  t.match((await post(app, read, { instance: 'bad' })).json().error.message, /The token \[redacted\] is refused/)
  t.notMatch(lines.join('\n'), 'hunter')
})

t.test('an instance whose check does not respond delays no one for long', async t => {
  const systems = { library: { instances: { hanging: instance('hang-token'), whole: instance('first-token') } } }
  const { app } = await startApp(t, { definitions, systems })
  const limit = setTimeout(() => t.fail('took 6 s'), 6000)
  const answer = await app.inject('/v1/instances')
  clearTimeout(limit)
  t.match(answer.json().data.items, [
    { name: 'hanging', available: false, reason: /No response/ },
    { name: 'whole', available: true }
  ])
})

t.test('a test of an instance connects again', async t => {
  const { app } = await startApp(t, { definitions, environment: good })
  await post(app, read, {})
  await post(app, read, {})
  const before = connected.length
  const answer = await app.inject({ method: 'POST', url: '/v1/instances/library/default/test' })
  t.match(answer.json().data, { system: 'library', name: 'default', available: true })
  t.equal(connected.length, before + 1)
  t.equal((await app.inject({ method: 'POST', url: '/v1/instances/nowhere/default/test' })).statusCode, 404)
})

t.test('a route of the gateway without a body refuses one instead of ignoring it', async t => {
  const { app } = await startApp(t, { definitions, environment: good })
  const url = '/v1/instances/library/default/test'
  for (const [body, path] of [
    [{ a: 1 }, 'a'],
    [{ name: 'default' }, 'name'],
    [[1], '']
  ]) {
    const answer = await post(app, url, body)
    t.equal(answer.statusCode, 400, JSON.stringify(body))
    t.match(answer.json().error.details.issues, [{ path, message: 'is in the body', expected: 'no body: this route takes none' }])
  }
  t.equal((await post(app, url, {})).statusCode, 200)
})

t.test('an unknown setting is reported as a setting, with the existing ones', async t => {
  const systems = { library: { instances: { odd: { ...instance('x'), rots: 1 } } } }
  const { app } = await startApp(t, { definitions, systems })
  const { message } = (await post(app, read, { instance: 'odd' })).json().error
  t.match(message, /rots is not a setting of this system \(one of: /)
  t.notMatch(message, 'operation')
})

t.test('many concurrent first calls connect once', async t => {
  const { app } = await startApp(t, { definitions, environment: good })
  const before = connected.length
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(app, read, {})))
  t.ok(answers.every(({ statusCode }) => statusCode === 200))
  t.equal(connected.length, before + 1)
})

t.test('the next call retries a failed connection', async t => {
  let tries = 0
  const flaky = defineTool({
    ...library,
    connect: () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
      return { given: instance('x') }
    },
    available: async () => ({ available: true })
  })
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, undefined, { tool: flaky })], environment: good })
  t.equal((await post(app, read, {})).statusCode, 503)
  t.equal((await post(app, read, {})).statusCode, 200)
})
