import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { Redis } from 'ioredis'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { makeStub } from '../../helpers/gcloud.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'root')
await mkdir(roots)
const stub = makeStub(path.join(folder, 'bin'))
const { url, redis } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data'), environment: { GCLOUD_PATH: stub.path } })

const send = (to: string, input: object, accept = 'application/json', signal?: AbortSignal): Promise<Response> => {
  const headers = { 'content-type': 'application/json', accept }
  return fetch(`${url}${to}`, { method: 'POST', headers, body: JSON.stringify(input), ...(signal && { signal }) })
}
const post = async (to: string, input: object) => {
  const answer = await send(to, input)
  return { status: answer.status, ...JSON.parse(await answer.text()) }
}
const get = async (to: string) => JSON.parse(await (await fetch(`${url}${to}`)).text())

interface Seen {
  event: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: any event data
  data: any
  id: string | undefined
  at: number
}

/** Events of a response, until it ends or enough were received. */
async function eventsOf(answer: Response, enough: (seen: Seen[]) => boolean = () => false): Promise<Seen[]> {
  const seen: Seen[] = []
  const parser = createParser({
    onEvent: ({ event, data, id }) => void seen.push({ event, data: JSON.parse(data), id, at: performance.now() })
  })
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (enough(seen)) break
  }
  return seen
}

t.test('each line of a command is sent as an event while it runs, then the result', async t => {
  stub.does('echo one; sleep 0.3; echo two >&2; sleep 0.3; echo three')
  const seen = await eventsOf(await send('/v1/gcloud/run', { args: ['projects', 'list'], format: 'raw' }, 'text/event-stream'))
  const lines = seen.filter(({ event }) => event === 'stdout' || event === 'stderr')
  t.strictSame(
    lines.map(({ event, data }) => [event, data.line]),
    [
      ['stdout', 'one'],
      ['stderr', 'two'],
      ['stdout', 'three']
    ]
  )
  const [first, , third] = lines
  t.ok((third?.at ?? 0) - (first?.at ?? 0) > 300, 'they were sent as they were printed')
  t.match(seen.at(-1), { event: 'result', data: { success: true, data: { stdout: ['one', 'three'], exit_code: 0 } } })
})

t.test('a failing command ends its events with an error that contains the output', async t => {
  stub.replays({ stdout: 'x\n', stderr: 'ERROR: (gcloud.a) NOT_FOUND: nothing\n', exit_code: 1 })
  const seen = await eventsOf(await send('/v1/gcloud/run', { args: ['projects', 'list'] }, 'text/event-stream'))
  t.match(seen.at(-1), {
    event: 'error',
    data: { success: false, error: { code: 'NOT_FOUND_ERROR', details: { output: { stdout: ['x'] } } } }
  })
})

t.test('progress is reported while a command prints nothing', async t => {
  stub.does('printf "Waiting for operation..." >&2; sleep 1.5; echo done')
  const seen = await eventsOf(await send('/v1/gcloud/run', { args: ['projects', 'list'] }, 'text/event-stream'))
  t.match(
    seen.find(({ event }) => event === 'progress'),
    { data: { done: 1, message: 'Waiting for operation...' } }
  )
})

for (const [what, args] of [
  ['reads', ['projects', 'list']],
  ['changes something', ['projects', 'create', 'x']]
] as const)
  t.test(`a closed connection ends the whole process tree of a command that ${what}`, async t => {
    stub.does('(sleep 300 & echo $!; wait) & echo $$; wait')
    const leave = new AbortController()
    const answer = await send('/v1/gcloud/run', { args, confirm: true, format: 'raw' }, 'text/event-stream', leave.signal)
    const seen = await eventsOf(answer, events => events.filter(({ event }) => event === 'stdout').length === 2).catch(() => [])
    const pids = seen.flatMap(({ event, data }) => (event === 'stdout' ? [data.line] : []))
    t.equal(pids.length, 2)
    leave.abort()
    const registered = () => readdirSync(path.join(folder, 'data/processes'))
    await waitUntil(() => pids.filter(isAlive).length + registered().length === 0, 'the processes and their registry entry are gone')
    t.strictSame(pids.filter(isAlive), [])
    t.strictSame(registered(), [], 'and the registry no longer lists it')
  })

t.test('a client that disconnects while waiting frees its position in the queue', async t => {
  const [go, started] = [path.join(folder, 'go'), path.join(folder, 'started')]
  stub.does(`echo up >> '${started}'; while [ ! -e '${go}' ]; do sleep 0.05; done`)
  const busy = Array.from({ length: 4 }, () => post('/v1/gcloud/run', { args: ['projects', 'list'], format: 'raw' }))
  await waitUntil(() => existsSync(started) && readFileSync(started, 'utf8').split('\n').length > 4, 'four commands run')
  const leave = new AbortController()
  const waiting = send('/v1/gcloud/run', { args: ['projects', 'list'] }, 'application/json', leave.signal).catch(() => 'left')
  await sleep(100)
  leave.abort()
  t.equal(await waiting, 'left')
  writeFileSync(go, '')
  t.strictSame(
    (await Promise.all(busy)).map(({ status }) => status),
    [200, 200, 200, 200]
  )
  t.match(await post('/v1/gcloud/run', { args: ['projects', 'list'] }), { status: 200 }, 'the others continue')
})

t.test('a long command runs as a job whose lines are streamed and stored', async t => {
  stub.does('for i in 1 2 3; do echo "line $i"; sleep 0.2; done; echo "{}" >&2')
  const made = await post('/v1/gcloud/start', { args: ['builds', 'list'], format: 'raw' })
  t.match(made, { status: 202, data: { kind: 'process', operation: 'gcloud_start', message: 'Run gcloud builds list --quiet' } })
  const { id } = made.data
  const seen = await eventsOf(await fetch(`${url}/v1/jobs/${id}/events`, { headers: { accept: 'text/event-stream' } }))
  t.match(seen.at(-1), { event: 'end', data: { status: 'completed' } })
  const { data } = await get(`/v1/jobs/${id}/output?limit=100`)
  t.strictSame(
    data.items.map(({ text }: { text: string }) => text),
    ['line 1', 'line 2', 'line 3', '{}']
  )
  t.match((await get(`/v1/jobs/${id}/items`)).data.items, [{ outcome: 'succeeded', data: { exit_code: 0, lines: 4 } }])
  const after = seen.find(({ event }) => event === 'output')?.id ?? ''
  const again = await eventsOf(
    await fetch(`${url}/v1/jobs/${id}/events`, { headers: { accept: 'text/event-stream', 'last-event-id': after } })
  )
  const linesOf = (events: Seen[]): string[] =>
    events.flatMap(({ event, data }) => (event === 'output' ? data.lines.map(({ text }: { text: string }) => text) : []))
  const rest = linesOf(seen.slice(seen.findIndex(event => event.id === after) + 1))
  t.strictSame(linesOf(again), rest, 'Last-Event-ID continues after it, and repeats nothing')
})

t.test('a job of a command waits for confirmation, and has the same policy as run', async t => {
  stub.does('exit 0')
  t.match(await post('/v1/gcloud/start', { args: ['projects', 'delete', 'x'] }), { status: 428 })
  t.match(await post('/v1/gcloud/start', { args: ['compute', 'ssh', 'x'], confirm: true }), {
    status: 403,
    error: { details: { reason: 'command_denied' } }
  })
  t.equal(stub.argv(), undefined)
})

t.test('a job of a failing command reports why', async t => {
  stub.replays({ stderr: 'ERROR: (gcloud.a) You do not currently have an active account selected.\n', exit_code: 1 })
  const { data } = await post('/v1/gcloud/start', { args: ['projects', 'list'] })
  let ended = data
  while (ended.status !== 'completed') ended = (await get(`/v1/jobs/${data.id}?wait=20`)).data
  t.match(ended, { status: 'completed', progress: { failed: 1 }, errors: [{ code: 'AUTHENTICATION_ERROR', reason: 'no_account' }] })
})

t.test('a cancelled job ends with all its processes', async t => {
  stub.does('(sleep 300 & echo $!; wait) & echo $$; wait')
  const { data } = await post('/v1/gcloud/start', { args: ['projects', 'list'], format: 'raw' })
  const pids: string[] = []
  while (pids.length < 2) {
    const { data: output } = await get(`/v1/jobs/${data.id}/output`)
    pids.splice(0, 2, ...output.items.map(({ text }: { text: string }) => text))
    await sleep(50)
  }
  const asked = performance.now()
  await post(`/v1/jobs/${data.id}/cancel`, {})
  let status = ''
  while (status !== 'cancelled' && performance.now() - asked < 60_000) status = (await get(`/v1/jobs/${data.id}`)).data.status
  t.equal(status, 'cancelled')
  t.strictSame(pids.filter(isAlive), [])
})

t.test('history: the last commands of a key, newest first, without secrets', async t => {
  stub.does('exit 0')
  const secrets = [
    '--password=hunter2',
    '--token=ya29.abcdefgh',
    '--client-secret=shh-1',
    '--shared-secret',
    'shh-2',
    '--password=correct horse'
  ]
  await post('/v1/gcloud/run', { args: ['projects', 'update', 'p', ...secrets], confirm: true })
  const { data } = await get('/v1/gcloud/history?limit=2')
  t.match(data.items[0], { changes: true, success: true, command: /^gcloud projects update p/ })
  t.notMatch(data.items[0].command, /hunter2|abcdefgh|shh|horse/)
  t.ok(data.total.value > 2 && data.next_cursor !== null)
  const next = await get(`/v1/gcloud/history?limit=2&cursor=${data.next_cursor}`)
  t.notSame(next.data.items[0], data.items[0])
})

t.test('one command for each item: a preview, then a result for each', async t => {
  stub.does(`case "$1 $2" in
    "projects list") echo '[{"projectId":"p-1"},{"projectId":"p-2"},{"projectId":"--flags-file=x"}]';;
    *) [ "$3" = "--project=p-2" ] && { echo "ERROR: (gcloud.services.list) PERMISSION_DENIED: no" >&2; exit 1; }; echo '[{"name":"run"}]';;
  esac`)
  const made = await post('/v1/gcloud/bulk/run_each', {
    list: ['projects', 'list'],
    field: 'projectId',
    args: ['services', 'list', '--project={item}']
  })
  t.match(made, { status: 201, data: { status: 'awaiting_confirmation', progress: { total: { value: 3 } } } })
  const { id, confirm_token } = made.data
  await post(`/v1/jobs/${id}/confirm`, { confirm_token })
  let job = (await get(`/v1/jobs/${id}?wait=20`)).data
  while (job.status !== 'completed') job = (await get(`/v1/jobs/${id}?wait=20`)).data
  t.match(job.progress, { succeeded: 2, failed: 1 })
  const { data } = await get(`/v1/jobs/${id}/items`)
  t.match(data.items, [
    { item_id: 'p-1', outcome: 'succeeded', data: { exit_code: 0, output: [{ name: 'run' }] } },
    { item_id: 'p-2', outcome: 'failed', error: { reason: 'insufficient_permissions' } },
    { item_id: '--flags-file=x', outcome: 'succeeded' }
  ])
})

t.test('an item is inserted literally, even if it has a meaning in replacement strings', async t => {
  stub.does('exit 0')
  const ids = ['a$$b', 'a$&b', "a$'b"]
  for (const id of ids) {
    const { data } = await post('/v1/gcloud/bulk/run_each', { ids: [id], args: ['projects', 'describe', '{item}'] })
    await post(`/v1/jobs/${data.id}/confirm`, { confirm_token: data.confirm_token })
    let job = (await get(`/v1/jobs/${data.id}?wait=20`)).data
    while (job.status !== 'completed') job = (await get(`/v1/jobs/${data.id}?wait=20`)).data
    t.equal(stub.argv()?.[2], id)
  }
})

t.test('an incomplete list creates no job', async t => {
  stub.replays({ stdout: '[{"name": "vm-1"}]', stderr: 'WARNING: Some requests did not succeed.\n - zone b is away\n' })
  const made = await post('/v1/gcloud/bulk/run_each', {
    list: ['compute', 'instances', 'list'],
    args: ['compute', 'instances', 'describe', '{item}']
  })
  const job = made.data ? (await get(`/v1/jobs/${made.data.id}?wait=20&until=ended`)).data : undefined
  t.notMatch(job, { status: 'awaiting_confirmation' })
  t.match(JSON.stringify(made.error ?? job.error), /returned only a part/)
})

t.test('a client that disconnects while others wait for the same result affects only itself', async t => {
  const go = path.join(folder, 'status-go')
  stub.does(`while [ ! -e '${go}' ]; do sleep 0.05; done; echo '{"core": {"project": "demo"}}'`)
  const leave = new AbortController()
  const first = fetch(`${url}/v1/gcloud/status`, { signal: leave.signal }).catch(() => 'left')
  await sleep(300)
  const second = get('/v1/gcloud/status')
  await sleep(100)
  leave.abort()
  t.equal(await first, 'left')
  writeFileSync(go, '')
  t.match(await second, { success: true, data: { project: 'demo' } })
})

t.test('jobs do not use the slots of calls, no key uses all job slots, and the job store contains no secrets of arguments', async t => {
  // One script for all: a running job may not have read it yet.
  stub.does('[ "$2" = list ] && { echo "[]"; exit 0; }; echo up; exec sleep 300')
  const args = ['projects', 'update', 'p', '--password=only-in-the-argument']
  const long = await Promise.all([1, 2, 3].map(() => post('/v1/gcloud/start', { args, confirm: true, format: 'raw' })))
  const statuses = async (): Promise<string[]> =>
    (await Promise.all(long.map(({ data }) => get(`/v1/jobs/${data.id}`)))).map(({ data }) => data.status).sort()
  await waitUntil(async () => `${await statuses()}` === 'running,running,waiting', 'two jobs run and one waits')
  const waiting = (await Promise.all(long.map(({ data }) => get(`/v1/jobs/${data.id}`)))).find(({ data }) => data.status === 'waiting')
  t.match(waiting, { data: { reason: 'rate_limit' } })
  t.match(await post('/v1/gcloud/run', { args: ['projects', 'list'] }), { status: 200 })
  const client = new Redis(redis.url)
  t.teardown(() => client.disconnect())
  for (const key of await client.keys('*:meta')) t.notMatch(`${(await client.hgetall(key))['action']}`, 'only-in-the-argument', key)
  for (const { data } of long) await post(`/v1/jobs/${data.id}/cancel`, {})
  await waitUntil(async () => `${await statuses()}` === 'cancelled,cancelled,cancelled', 'all jobs are cancelled')
})

t.test('an item that looks like a flag is refused at a position where it would be one', async t => {
  stub.does('exit 0')
  const { data } = await post('/v1/gcloud/bulk/run_each', {
    ids: ['--flags-file=/etc/passwd', 'p-1', '/etc/passwd'],
    args: ['projects', 'describe', '{item}']
  })
  await post(`/v1/jobs/${data.id}/confirm`, { confirm_token: data.confirm_token })
  let job = (await get(`/v1/jobs/${data.id}?wait=20`)).data
  while (job.status !== 'completed') job = (await get(`/v1/jobs/${data.id}?wait=20`)).data
  t.match(job, { progress: { succeeded: 1, failed: 2 }, errors: [{ reason: 'command_denied', count: 2 }] })
})

function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'))
  } catch {
    return false
  }
}
