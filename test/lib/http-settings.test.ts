import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { httpSettings } from '../../src/contract/http-settings.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { upstreamOptions } from '../../src/lib/http/options.ts'
import { createUpstream, type Upstream } from '../../src/lib/http/upstream.ts'
import { startApp, type TestAppOptions, temporaryFolder } from '../helpers/app.ts'
import { silentLog } from '../helpers/bulk.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../helpers/certificate.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'

interface Client {
  options: object
  upstream: Upstream
}

const depot = defineTool({
  name: 'depot',
  title: 'Depot',
  description: 'd',
  prompt: 'p',
  settings: Type.Object({ ...httpSettings(), token: Type.String({ description: 'Its token', 'x-secret': true }) }),
  connect: async (settings, runtime): Promise<Client> => {
    const options = await upstreamOptions(settings, runtime)
    return { options, upstream: createUpstream({ ...options, title: 'Depot' }) }
  },
  available: async () => ({ available: true }),
  concurrent: true
})
const show = fakeOperation('show', {}, (_input, { client }) => ({ seen: (client as Client).options }), { tool: depot })
const fetchIt = fakeOperation(
  'fetch',
  {},
  async (_input, { client, signal }) => ({ seen: (await (client as Client).upstream.request({ path: 'x', signal })).body }),
  { tool: depot }
)

const DEPOT_TOKEN = 'hunter2'

async function call(t: Test, environment: Record<string, string>, more: TestAppOptions = {}, operation = 'show') {
  const { app } = await startApp(t, { definitions: [show, fetchIt], environment: { DEPOT_TOKEN, ...environment }, ...more })
  return (await post(app, `/v1/depot/${operation}`, {})).json()
}

/** A server on loopback with a certificate that is not trusted. */
async function secureServer(t: Test): Promise<string> {
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('"safe"')
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const address = server.address() as AddressInfo
  return `https://127.0.0.1:${address.port}`
}

t.test('a missing setting has its default', async t => {
  const { data } = await call(t, { DEPOT_URL: 'https://depot.test/api' })
  const circuit = { system: 'depot', instance: 'default' }
  t.strictSame(data.seen, { guard: {}, circuit, url: 'https://depot.test/api', timeout: 30, max_retries: 3, verify_ssl: true })
})

t.test('the environment supplies numbers and booleans', async t => {
  const { data } = await call(t, {
    DEPOT_URL: 'https://depot.test',
    DEPOT_TIMEOUT: '2.5',
    DEPOT_MAX_RETRIES: '0',
    DEPOT_VERIFY_SSL: 'false'
  })
  t.match(data.seen, { timeout: 2.5, max_retries: 0, verify_ssl: false })
})

t.test('the config file supplies the same', async t => {
  const instances = { main: { url: 'https://depot.test', token: 'hunter2', timeout: 300, max_retries: 1, verify_ssl: false } }
  const { data } = await call(t, { DEPOT_TOKEN: '' }, { systems: { depot: { instances } } })
  t.match(data.seen, { timeout: 300, max_retries: 1, verify_ssl: false })
})

t.test('every wrong value is reported by the name under which it was set', async t => {
  const { error } = await call(t, {
    DEPOT_URL: 'depot.test',
    DEPOT_TIMEOUT: '301',
    DEPOT_MAX_RETRIES: 'often',
    DEPOT_VERIFY_SSL: 'perhaps'
  })
  t.equal(error.details.reason, 'configuration_invalid')
  t.match(error.details.problems, [
    /^DEPOT_URL has an invalid format/,
    /^DEPOT_TIMEOUT .*300/,
    /^DEPOT_MAX_RETRIES .*integer/,
    /^DEPOT_VERIFY_SSL .*true or false/
  ])
})

t.test('a system with a default address needs no settings', async t => {
  const usual = defineTool({
    name: 'usual',
    title: 'Usual',
    description: 'd',
    prompt: 'p',
    settings: Type.Object(httpSettings({ url: 'https://usual.test' })),
    connect: upstreamOptions,
    available: async () => ({ available: true }),
    concurrent: true
  })
  const definitions = [fakeOperation('show', {}, (_input, { client }) => ({ seen: client }), { tool: usual })]
  const { app } = await startApp(t, { definitions, environment: { USUAL_TIMEOUT: '5' } })
  t.match((await post(app, '/v1/usual/show', {})).json().data.seen, { url: 'https://usual.test', timeout: 5 })
})

t.test('jobs send nothing twice: they wait, and retry by themselves', async t => {
  const settings = { url: 'https://depot.test', timeout: 30, max_retries: 3, verify_ssl: true }
  const runtime = { instance: 'default', log: silentLog, budget: undefined }
  t.match(await upstreamOptions(settings, { ...runtime, lane: 'calls' }), { max_retries: 3 })
  t.match(await upstreamOptions(settings, { ...runtime, lane: 'bulk' }), { max_retries: 0 })
})

t.test('the list of required settings omits those with a default', async t => {
  const { error } = await call(t, { DEPOT_TOKEN: '' })
  t.match(error.details, { reason: 'configuration_missing', suggestions: [/^Set DEPOT_URL, DEPOT_TOKEN\. Or define/] })
})

t.test('a URL with a password is refused, and the password is not shown', async t => {
  const { error } = await call(t, { DEPOT_URL: 'https://me:s3cret@depot.test' })
  t.match(error, { message: /url contains a user or a password/, details: { reason: 'configuration_invalid' } })
  t.notMatch(JSON.stringify(error), 's3cret')
})

t.test('an unreadable or invalid file of authorities disables the instance and reports why', async t => {
  const empty = path.join(await temporaryFolder(t), 'empty.pem')
  await writeFile(empty, 'nothing')
  const url = { DEPOT_URL: 'https://depot.test' }
  t.match((await call(t, { ...url, DEPOT_CA_FILE: '/nonexistent.pem' })).error, {
    message: /ca_file cannot be read: ENOENT/,
    details: { reason: 'configuration_invalid' }
  })
  t.match((await call(t, { ...url, DEPOT_CA_FILE: empty })).error.message, /ca_file contains no PEM certificate/)
})

t.test('an untrusted certificate is refused, unless its authority is in ca_file', async t => {
  const url = await secureServer(t)
  const file = path.join(await temporaryFolder(t), 'ca.pem')
  await writeFile(file, CERTIFICATE)
  t.match((await call(t, { DEPOT_URL: url, DEPOT_MAX_RETRIES: '0' }, {}, 'fetch')).error, { details: { reason: 'connection_failed' } })
  t.match((await call(t, { DEPOT_URL: url, DEPOT_CA_FILE: file }, {}, 'fetch')).data, { seen: 'safe' })
})

t.test('verify_ssl false accepts any certificate, and the log has a warning', async t => {
  const lines: Record<string, unknown>[] = []
  const environment = { DEPOT_URL: await secureServer(t), DEPOT_VERIFY_SSL: 'false' }
  t.match((await call(t, environment, { onLog: line => lines.push(line) }, 'fetch')).data, { seen: 'safe' })
  t.match(
    lines.filter(({ level }) => level === 40),
    [{ instance: 'default', msg: /verify_ssl is false/ }]
  )
})
