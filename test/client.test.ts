import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { bar } from '../src/cli/watch-job.ts'
import { runCommand } from '../src/cli.ts'
import { createClient, type Job, type JobEvent, ToolgateError } from '../src/client/client.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startGateway } from './helpers/gateway.ts'
import { listen } from './helpers/listen.ts'
import { freePort } from './helpers/port.ts'

const roots = await temporaryFolder(t)
await writeFile(path.join(roots, 'a.txt'), 'one\ntwo\n')
const { url } = await startGateway(t, { roots, dataDirectory: await temporaryFolder(t) })
const client = createClient({ url })
const toolgate = (...words: string[]) => runCommand(words, { TOOLGATE_URL: url })

t.test('a call returns the output of the operation, with its types', async t => {
  const read = await client.call('filesystem_read_file', { file_path: 'a.txt', limit: 1 })
  const type: string = read.type
  t.equal(type, 'text')
  const { metadata } = await client.request('filesystem_read_file', { file_path: 'a.txt' })
  t.equal(metadata['operation'], 'filesystem_read_file')
  // @ts-expect-error: the property is misspelled
  await t.rejects(client.call('filesystem_read_file', { filepath: 'a.txt' }), { reason: 'invalid_field_value' })
  // @ts-expect-error: there is no such operation
  await t.rejects(client.call('filesystem_read_fill', {}), { reason: 'operation_not_found', status: 404 })
})

t.test('a failure is thrown with the message of the gateway', async t => {
  const failure = await client.call('filesystem_read_file', { file_path: 'b.txt' }).catch((error: unknown) => error)
  t.ok(failure instanceof ToolgateError)
  t.match(failure, { status: 404, code: 'NOT_FOUND_ERROR', reason: 'file_not_found', details: { outcome: 'not_executed' } })
  const other = createClient({ url, fetch: async () => new Response('<html>', { status: 502 }) })
  await t.rejects(other.call('filesystem_read_file', { file_path: 'a.txt' }), { status: 502, code: 'UNKNOWN_ERROR', message: /<html>/ })
})

/** Addresses where nothing listens, where the response is cut off, and that do not resolve. */
async function unreachable(t: Test): Promise<string[]> {
  const breaks = await listen(t, response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 }).write('{"success":')
    setImmediate(() => response.destroy())
  })
  return [`http://127.0.0.1:${await freePort()}`, breaks.url, 'http://gateway.invalid']
}

t.test('an unreachable gateway and a broken response are reported as such', async t => {
  for (const place of await unreachable(t)) {
    await t.rejects(
      createClient({ url: place }).call('filesystem_read_file', { file_path: 'a.txt' }),
      { name: 'TypeError', cause: Error },
      place
    )
    t.match(await runCommand(['call', 'filesystem_read_file'], { TOOLGATE_URL: place }), { code: 1, err: /cannot be reached/ })
  }
})

t.test('an address without its scheme is refused with a message, before anything is sent', async t => {
  for (const place of ['localhost:8080', '127.0.0.1:8080', 'gateway', '']) {
    t.throws(() => createClient({ url: place }), { name: 'ToolgateError', message: /Use a full URL, such as http:/ })
    if (place !== '') t.match(await runCommand(['call', 'x'], { TOOLGATE_URL: place }), { code: 2, err: /^TOOLGATE_URL: .*http:/ }, place)
  }
})

/** A fetch that first returns these network errors and responses. */
function stumbling(...first: (Response | Error)[]): typeof fetch {
  return async (...request) => {
    const next = first.shift()
    if (next instanceof Error) throw next
    return next ?? (await fetch(...request))
  }
}

const unavailable = () =>
  new Response('{"success":false,"error":{"code":"UNAVAILABLE_ERROR","message":"It is about to stop."}}', { status: 503 })

t.test('start accepts bulk operations and calls, and confirm starts what the preview shows', async t => {
  const offered = await client.waitForJob(
    (await client.start('filesystem_bulk_replace_in_files', { glob: 'nothing.*', search: 'one', replacement: '1', dry_run: true })).id
  )
  t.match(offered, { kind: 'bulk', status: 'completed', dry_run: true })
  await t.rejects(client.confirm(offered), { name: 'ToolgateError', reason: 'illegal_transition', outcome: 'not_executed' })
})

const refused = (details: object) => () =>
  Response.json({ success: false, error: { code: 'RATE_LIMIT_ERROR', message: 'Wait.', details } }, { status: 429 })
const notExecuted = { reason: 'rate_limit_exceeded', source: 'gateway', outcome: 'not_executed', retryable: true, retry_after_ms: 10 }
const lost = () => Promise.reject(new TypeError('fetch failed'))

/** Returns how often a call is sent if its first attempts fail in this way, and whether it succeeds. */
async function attempts(
  meets: () => Response | Promise<Response>,
  input: object,
  options: { retries?: number; signal?: AbortSignal } = {}
) {
  let sent = 0
  const { retries, signal } = options
  const trying = createClient({
    url,
    ...(retries !== undefined && { retries }),
    fetch: async (...request) => (++sent < 3 ? await meets() : await fetch(...request))
  })
  const error: unknown = await trying.callByName('filesystem_write_file', input, signal ? { signal } : {}).then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  return { sent, error }
}

t.test(
  'a call is sent again only if that is safe, as often as the client is allowed to, after the pause that the gateway asks for',
  async t => {
    const write = { file_path: 'retried.txt', content: 'x' }
    const keyed = { ...write, idempotency_key: 'retried-1' }
    const began = performance.now()
    t.match(await attempts(refused({ ...notExecuted, retry_after_ms: 700 }), write), { sent: 3, error: undefined })
    t.ok(performance.now() - began > 1_400, 'two pauses of 0.7 s')
    t.match(await attempts(refused(notExecuted), write, { retries: 0 }), { sent: 1, error: { retryable: true, retryAfterMs: 10 } })
    t.match(await attempts(refused({ ...notExecuted, retryable: false }), write), { sent: 1, error: ToolgateError })
    t.match(await attempts(refused({ ...notExecuted, outcome: 'unknown' }), write), { sent: 1, error: { outcome: 'unknown' } })
    t.match(await attempts(refused({ ...notExecuted, outcome: 'unknown' }), { ...keyed, idempotency_key: 'retried-2' }), {
      sent: 3,
      error: undefined
    })
    t.match(await attempts(refused({ ...notExecuted, retry_after_ms: 61_000 }), write), { sent: 1, error: { retryAfterMs: 61_000 } })
    t.match(await attempts(lost, write), { sent: 1, error: TypeError }, 'whether it was executed is unknown')
    t.match(await attempts(lost, keyed), { sent: 3, error: undefined }, 'with a key it is executed once')
  }
)

t.test('an aborted signal ends the pause before a retry', async t => {
  const signal = AbortSignal.timeout(100)
  const began = performance.now()
  const meets = refused({ ...notExecuted, retry_after_ms: 30_000 })
  t.match(await attempts(meets, { file_path: 'aborted.txt', content: 'x' }, { signal }), { sent: 1, error: { name: 'TimeoutError' } })
  t.ok(performance.now() - began < 25_000)
})

t.test('waiting for a job and its events survives restarts and overload of the gateway', async t => {
  const { id } = await client.start('filesystem_read_file', { file_path: 'a.txt' })
  const waiting = createClient({ url, fetch: stumbling(new TypeError('fetch failed'), unavailable()) })
  t.match(await waiting.waitForJob(id), { status: 'completed' })
  const busy = new Response('{"success":false,"error":{"code":"RATE_LIMIT_ERROR","message":"Wait."}}', {
    status: 429,
    headers: { 'retry-after': '1' }
  })
  const hearing = createClient({ url, fetch: stumbling(busy) })
  const events: JobEvent[] = []
  for await (const event of hearing.events(id, { after: '0-0' })) events.push(event)
  t.match(events.at(-1), { event: 'end' })
  const refused = createClient({
    url,
    fetch: stumbling(new Response('{"success":false,"error":{"code":"PERMISSION_ERROR","message":"No."}}', { status: 403 }))
  })
  await t.rejects(refused.waitForJob(id), { status: 403, code: 'PERMISSION_ERROR' })
})

t.test('a stopping gateway that responds at once is polled with pauses', async t => {
  let asked = 0
  const job = { success: true, data: { id: 'j1', status: 'running', poll_after_ms: 0 } }
  const draining = createClient({
    url,
    fetch: async () => {
      asked++
      return Response.json(job)
    }
  })
  const signal = AbortSignal.timeout(1_500)
  await t.rejects(draining.waitForJob('j1', { signal }), { name: 'TimeoutError' })
  t.ok(asked <= 4, `asked ${asked} times`)
})

t.test('a call is started as a job and awaited', async t => {
  const job = await client.start('filesystem_read_file', { file_path: 'a.txt' })
  t.match(job, { kind: 'call', operation: 'filesystem_read_file' })
  const seen: Job['status'][] = []
  const ended = await client.waitForJob(job.id, { onChange: ({ status }) => seen.push(status) })
  t.match(ended, { status: 'completed', result: { success: true, data: { type: 'text' } } })
  t.equal(seen.at(-1), 'completed')
})

t.test('events continue where a connection broke, without duplicates', async t => {
  let attempts = 0
  const cut: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    const accept = new Headers(request[1]?.headers).get('accept')
    if (accept !== 'text/event-stream' || ++attempts > 2) return response
    const text = await response.text()
    const end = text.indexOf('\n\n', text.indexOf('event:')) + 2 // one event, and then nothing
    return new Response(text.slice(0, end), response)
  }
  const job = await client.start('filesystem_read_file', { file_path: 'a.txt' })
  await client.waitForJob(job.id)
  const events: JobEvent[] = []
  for await (const event of createClient({ url, fetch: cut }).events(job.id, { after: '0-0' })) events.push(event)
  t.ok(attempts > 1, 'reconnected at least once')
  const ids = events.flatMap(({ id }) => id ?? [])
  t.strictSame(ids, [...new Set(ids)])
  t.strictSame(ids, ids.toSorted())
  t.match(events.at(-1), { event: 'end', data: { status: 'completed' } })
  await t.rejects(client.events('jaaaaaaaaaaaaaaaaaaaaaaaaaa').next(), { code: 'NOT_FOUND_ERROR', reason: 'job_not_found' })
})

t.test('several calls at once', async t => {
  const results = await client.callMany([
    { id: 'a', operation: 'filesystem_read_file', arguments: { file_path: 'a.txt' } },
    { id: 'b', operation: 'filesystem_read_file', arguments: { file_path: 'b.txt' } }
  ])
  t.match(results, [
    { id: 'a', success: true },
    { id: 'b', success: false, error: { code: 'NOT_FOUND_ERROR' } }
  ])
})

t.test('toolgate call prints the data, or the whole response; values are parsed by the schema of the operation', async t => {
  const plain = await toolgate('call', 'filesystem_read_file', '--arg', 'file_path=a.txt', '--arg', 'limit=1')
  t.match(plain, { code: 0, out: /"content": "1\\tone"/ })
  const whole = await toolgate('call', 'filesystem_read_file', '--input', '{"file_path":"a.txt"}', '--json')
  t.match(JSON.parse(whole.out ?? ''), { success: true, metadata: { operation: 'filesystem_read_file' } })
  const listed = await toolgate('call', 'filesystem_search_files', '--arg', 'glob=*.txt', '--arg', 'fields=path')
  t.match(JSON.parse(listed.out ?? ''), { items: [{ path: 'a.txt' }] })
  t.match(await toolgate('call', 'filesystem_read_file', '--arg', 'colour=red'), { code: 1, err: /file_path/ })
  t.match(await toolgate('call'), { code: 2 })
  t.match(await toolgate('call', 'filesystem_read_file', '--input', '[1]'), { code: 2, err: /not a JSON object/ })
  t.match(await toolgate('call', 'filesystem_read_file', '--arg', 'file_path'), { code: 2, err: /name=value/ })
  const twice = await toolgate('call', 'filesystem_search_files', '--arg', 'glob=*.txt', '--arg', 'fields=path', '--arg', 'fields=size')
  t.match(twice, { code: 0, out: /"size": \d/ }, 'each repetition adds an item to the list')
  t.match(await toolgate('call', 'filesystem_read_file', '--arg', 'limit=1', '--arg', 'limit=2'), { code: 2, err: /limit is given twice/ })
})

t.test('toolgate catalog search finds operations by words', async t => {
  t.match(await toolgate('catalog', 'search', 'read', 'file'), { code: 0, out: /^filesystem_read_file +\S/m })
  t.match(await toolgate('catalog', 'search', 'zzzzzz'), { code: 1, out: 'No operation matches.' })
})

t.test('toolgate jobs watch shows the progress of a job, then its result', async t => {
  const { id } = await client.start('filesystem_read_file', { file_path: 'a.txt' })
  const program = path.join(import.meta.dirname, '../script/toolgate')
  const env = { ...process.env, TOOLGATE_URL: url }
  const { stdout, stderr } = await promisify(execFile)(program, ['jobs', 'watch', id], { env })
  t.match(stderr, /completed/)
  t.match(stdout, /completed\n1 succeeded\n\{\n/)
  const offered = await client.call('filesystem_bulk_replace_in_files', { ids: ['a.txt'], search: 'one', replacement: '1' })
  const waits = await toolgate('jobs', 'watch', offered.id)
  t.match(
    waits,
    { code: 3, out: /To start it: toolgate call jobs_confirm --arg id=/ },
    'a job that waits for the user is not watched forever'
  )
  await client.call('jobs_cancel', { id: offered.id })
  t.match(await toolgate('jobs', 'watch', offered.id), { code: 1, out: /cancelled/ }, 'a cancelled job is not done')
})

t.test('after Ctrl-C the command reports that the job continues', async t => {
  const running = JSON.stringify({
    success: true,
    data: { id: 'j1', status: 'running', poll_after_ms: 1_000, message: 'Work', progress: {} }
  })
  const slow = await listen(t, (response, { method }) => {
    if (method === 'POST') response.end(running)
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  })
  const watching = spawn(path.join(import.meta.dirname, '../script/toolgate'), ['jobs', 'watch', 'j1'], {
    env: { ...process.env, TOOLGATE_URL: slow.url },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const said = text(watching.stderr)
  await once(watching.stderr, 'data')
  watching.kill('SIGINT')
  t.strictSame(await once(watching, 'exit'), [130, null])
  t.match(await said, /Job j1 continues\. To cancel it: toolgate call jobs_cancel --arg id=j1/)
})

t.test('the progress bar', t => {
  const progress = { percent: 50, done: 150, total: { value: 300, relation: 'eq' as const }, failed: 2, unknown: 0, eta_seconds: 11.2 }
  const none = { pending: 0, succeeded: 0, skipped: 0, not_attempted: 0, items_per_second: null }
  t.equal(
    bar({ status: 'running', progress: { ...none, ...progress } }),
    '[###############---------------] 50%  150 of 300, 2 failed, 12 s left: running'
  )
  t.match(
    bar({ status: 'snapshotting', progress: { ...none, ...progress, percent: null, total: null, done: 0, failed: 0, eta_seconds: null } }),
    /^\[-{30}\] 0% {2}0 items: snap/
  )
  t.end()
})

t.test('the shell completes commands, operations and inputs', async t => {
  const next = async (...words: string[]) => (await toolgate('complete', ...words)).out?.split('\n')
  t.strictSame(await next('ca'), ['catalog', 'call'])
  t.strictSame(await next('jobs', ''), ['watch'])
  t.ok((await next('call', 'filesystem_read'))?.includes('filesystem_read_file'))
  t.ok((await next('call', 'filesystem_read_file', '--arg', 'fi'))?.includes('file_path='))
  t.strictSame(await next('call', 'filesystem_read_file', '--j'), ['--json'])
  t.match(await runCommand(['complete', 'call', 'f'], { TOOLGATE_URL: 'localhost' }), { code: 0, out: '' })
  for (const shell of ['bash', 'zsh', 'fish']) t.match(await toolgate('completion', shell), { code: 0, out: /toolgate complete/ })
  t.match(await toolgate('completion', 'csh'), { code: 2 })
})
