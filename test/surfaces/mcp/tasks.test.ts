import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { type LimitsPort, OPEN_PORTS } from '../../../src/pipeline/ports.ts'
import { callRunner } from '../../../src/pipeline/run-call.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'
import { startApp } from '../../helpers/app.ts'
import { alice, root, startBulk, succeeded, testAdapter } from '../../helpers/bulk.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect, rpc } from '../../helpers/mcp.ts'
import { readUntil } from '../../helpers/wait-until.ts'

const TASKS = 'io.modelcontextprotocol/tasks'
const ASKS_AND_FOLLOWS = { elicitation: { form: {} }, extensions: { [TASKS]: {} } }
const FOLLOWS = { extensions: { [TASKS]: {} } }
const LONG = 'x'.repeat(300_000)
const FAILURE = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It was refused.' }

/** Lets one item of a blocked job pass. */
let passed = Promise.withResolvers<void>()

const adapters = [
  testAdapter(),
  testAdapter({
    name: 'refuse',
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error: FAILURE }
    }
  }),
  testAdapter({
    name: 'half',
    executeBatch: async function* (items) {
      for (const item of items) yield item.id === 'item-0' ? { item_id: item.id, outcome: 'failed', error: FAILURE } : succeeded(item)
    }
  }),
  testAdapter({
    name: 'linger',
    max_batch: 1,
    concurrency: 1,
    executeBatch: async function* ([item]) {
      await passed.promise
      passed = Promise.withResolvers()
      if (item) yield succeeded(item)
    }
  }),
  testAdapter({
    name: 'break',
    nextBatch: async () => {
      throw new Error('password=hunter2')
    }
  })
]
/** A write whose response is lost, with more details than a job stores. */
const lose = fakeOperation(
  'lose',
  {},
  () => Promise.reject(new OperationError('network_timeout', 'It was sent.', { outcome: 'unknown', suggestions: [LONG] })),
  {
    permission: 'write'
  }
)
const connections = {
  get: () => ({ client: {}, instance: null, sandbox: false }),
  states: async () => [],
  configured: () => true,
  hasSeveral: () => false,
  defaultName: () => null,
  test: () => Promise.reject()
}
const fixture = await startBulk(t, [
  ...adapters,
  callRunner(lose, { connections, ports: OPEN_PORTS, callerOf: () => 'unknown' as const, publicUrl: '' })
])
const verbs = (await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))).operations.filter(
  ({ tool }) => tool.name === 'jobs'
)
const callers = new Map([alice, root, { id: 'bob', scopes: ['shelf:write'] }].map(caller => [caller.id, caller]))
/** Calls that were counted against the limits of a key, and how many more are allowed. */
const counts = { calls: [] as string[], left: Number.POSITIVE_INFINITY, open: 0 }
const admit: LimitsPort['admit'] = ({ id }, system) => {
  counts.calls.push(`${id} ${system}`)
  counts.open++
  const refusal = new OperationError('rate_limit_exceeded', 'The limit is reached.', { retry_after_ms: 500 })
  return { fields: { policy: '' }, release: () => void counts.open--, ...(counts.left-- <= 0 && { refusal }) }
}
/** Jobs that are created but cannot be read. */
let deaf = false
const { app } = await startApp(t, {
  definitions: [...verbs, ...adapters, lose],
  ports: { limits: { ...OPEN_PORTS.limits, admit } },
  jobs: { ...fixture.jobs, get: async (...asked) => (deaf ? Promise.reject(new Error('away')) : await fixture.jobs.get(...asked)) },
  auth: { identify: key => callers.get(key) ?? 'unknown', anonymous: undefined }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
t.teardown(() => fixture.jobs.endWaits())

const ask = (method: string, params: Record<string, unknown>, capabilities: object = ASKS_AND_FOLLOWS, key = 'alice') =>
  rpc(url, method, params, { capabilities, key })
const call = (name: string, input: object = {}, capabilities?: object) =>
  ask('tools/call', { name: `shelf_bulk_${name}`, arguments: input }, capabilities)

/** The task once it has ended. */
async function settled(taskId: string) {
  const { result } = await readUntil(
    () => ask('tasks/get', { taskId }),
    answer => answer.result.status !== 'working',
    'the task has ended'
  )
  return result
}

const YES = { confirm: { action: 'accept', content: { confirm: true } } }
const NO = { confirm: { action: 'decline' } }

t.test('a bulk action is a task that asks for confirmation, and continues after a yes', async t => {
  const { result } = await call('touch', { many: 7 })
  t.match(result, { resultType: 'task', taskId: /^j/, status: /working|input_required/, ttlMs: Number, createdAt: String })
  const asking = await settled(result.taskId)
  t.match(asking, {
    status: 'input_required',
    inputRequests: { confirm: { method: 'elicitation/create', params: { message: /7 items/ } } }
  })
  t.match(await ask('tasks/update', { taskId: result.taskId, inputResponses: YES }), { result: { resultType: 'complete' } })
  const done = await settled(result.taskId)
  t.match(done, { status: 'completed', statusMessage: 'completed: 7 of 7', result: { structuredContent: { progress: { succeeded: 7 } } } })
  t.not(done.result.isError, true)
})

t.test('each request about a task counts once against the limits of the key, as a call on jobs', async t => {
  const { result } = await call('touch')
  const { taskId } = result
  await settled(taskId)
  for (const [method, params] of [
    ['tasks/get', {}],
    ['tasks/update', { inputResponses: {} }],
    ['tasks/update', { inputResponses: NO }],
    ['tasks/cancel', {}]
  ] as const) {
    counts.calls = []
    t.notOk((await ask(method, { taskId, ...params })).error, method)
    t.strictSame(counts.calls, ['alice jobs'], method)
  }
  counts.left = 0
  t.match((await ask('tasks/get', { taskId })).error, { message: /The limit is reached/, data: { retry_after_ms: 500 } })
  counts.left = Number.POSITIVE_INFINITY
  t.equal(counts.open, 0, 'no call stays open')
})

t.test('the answer no changes nothing', async t => {
  const { result } = await call('touch')
  await settled(result.taskId)
  await ask('tasks/update', { taskId: result.taskId, inputResponses: NO })
  t.match(await settled(result.taskId), { status: 'cancelled' })
})

t.test('an answer to another question changes nothing', async t => {
  const { result } = await call('touch')
  await settled(result.taskId)
  await ask('tasks/update', { taskId: result.taskId, inputResponses: { other: { action: 'accept', content: {} } } })
  t.match(await settled(result.taskId), { status: 'input_required' })
})

/** A task that has run to its end. */
async function run(name: string) {
  const { result } = await call(name)
  await settled(result.taskId)
  await ask('tasks/update', { taskId: result.taskId, inputResponses: YES })
  return await settled(result.taskId)
}

t.test('a job without any success is an error of the tool, and not a failed task', async t => {
  t.match(await run('refuse'), { status: 'completed', result: { isError: true, structuredContent: { progress: { failed: 10 } } } })
})

t.test('a failure with too many details to store is still a failure', async t => {
  const { result } = await ask('tools/call', { name: lose.id, arguments: { mode: 'async' } })
  const failed = await settled(result.taskId)
  t.match(failed, {
    status: 'completed',
    result: { isError: true, structuredContent: { success: false, error: { message: 'It was sent.', details: { outcome: 'unknown' } } } }
  })
  t.match(await fixture.jobs.get(alice, result.taskId), { result: { success: false, status: 504, error: { code: 'TIMEOUT_ERROR' } } })
})

t.test('a working task reports when it last progressed', async t => {
  const { result } = await call('linger', { many: 2 })
  const { taskId, createdAt } = await settled(result.taskId)
  await ask('tasks/update', { taskId, inputResponses: YES })
  /** Waits until the task has finished this many items and reports a later time than the given one; returns that time. */
  const comesTo = async (done: number, after: string) => {
    for (let look = 0; look < 500; look++) {
      const { statusMessage, lastUpdatedAt } = (await ask('tasks/get', { taskId })).result
      if (statusMessage.startsWith(`running: ${done} of 2`) && lastUpdatedAt > after) return lastUpdatedAt
      await sleep(20)
    }
    return t.fail(`No progress to ${done} after ${after}`)
  }
  const begun = await comesTo(0, createdAt)
  passed.resolve()
  const on = await comesTo(1, begun)
  passed.resolve()
  t.ok((await settled(taskId)).lastUpdatedAt >= on)
})

t.test('some failures are part of the result', async t => {
  const { status, statusMessage, result } = await run('half')
  t.match({ status, statusMessage }, { status: 'completed', statusMessage: 'completed: 10 of 10, 1 failed' })
  t.not(result.isError, true)
})

t.test('a defect is a failed task without its cause', async t => {
  const { result } = await call('break')
  const failed = await settled(result.taskId)
  t.match(failed, { status: 'failed', error: { code: -32603, message: String } })
  t.notMatch(JSON.stringify(failed), 'hunter2')
  t.notOk('result' in failed)
})

t.test('cancel ends a task, and can be repeated', async t => {
  const { result } = await call('touch')
  for (const _ of [1, 2]) t.match(await ask('tasks/cancel', { taskId: result.taskId }), { result: { resultType: 'complete' } })
  t.match(await settled(result.taskId), { status: 'cancelled' })
})

t.test('to another key a task does not exist', async t => {
  const { result } = await call('touch')
  for (const [method, more] of [
    ['tasks/get', {}],
    ['tasks/update', { inputResponses: YES }],
    ['tasks/cancel', {}]
  ] as const)
    t.match(await ask(method, { taskId: result.taskId, ...more }, ASKS_AND_FOLLOWS, 'bob'), { error: { code: -32602 } }, method)
  t.match((await ask('tasks/get', { taskId: result.taskId }, ASKS_AND_FOLLOWS, 'root')).result, { taskId: result.taskId })
})

t.test('if the created job cannot be read, its id is not lost', async t => {
  deaf = true
  t.teardown(() => {
    deaf = false
  })
  t.match((await call('touch')).result, { structuredContent: { id: /^j/, kind: 'bulk' } })
})

t.test('an unknown task is reported', async t => {
  t.match(await ask('tasks/get', { taskId: 'jaaaaaaaaaaaaaaaaaaaaaaaaaa' }), { error: { code: -32602 } })
})

t.test('a client without tasks gets the job, and cannot request tasks', async t => {
  const { result } = await call('touch', {}, {})
  t.match(result, { resultType: 'complete', structuredContent: { id: /^j/, kind: 'bulk' } })
  t.match(await ask('tasks/get', { taskId: result.structuredContent.id }, {}), {
    error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } }
  })
})

t.test('a client that cannot ask gets the job, so that the model confirms it', async t => {
  t.match((await call('touch', {}, FOLLOWS)).result, { structuredContent: { id: /^j/ } })
  t.match((await call('touch', { dry_run: true }, FOLLOWS)).result, { resultType: 'task' }, 'which asks nothing')
})

t.test('older versions have no tasks', async t => {
  const client = await connect(t, url, { key: 'alice', era: '2025-11-25' })
  t.equal(client.getServerCapabilities()?.extensions, undefined)
  t.match((await client.callTool({ name: 'shelf_bulk_touch' })).structuredContent, { id: /^j/ })
})

t.test('results of a job are a resource for its key only, and its id is completed', async t => {
  const { taskId } = await run('touch')
  const uri = `toolgate://jobs/${taskId}/results`
  const [mine, theirs] = [await connect(t, url, { key: 'alice' }), await connect(t, url, { key: 'bob' })]
  const { contents } = await mine.readResource({ uri })
  t.match(contents, [{ mimeType: 'application/x-ndjson', text: /"outcome":"succeeded"/ }])
  await t.rejects(theirs.readResource({ uri }), { code: -32602 })
  const ref = { type: 'ref/resource' as const, uri: 'toolgate://jobs/{id}/results' }
  const completed = await mine.complete({ ref, argument: { name: 'id', value: taskId.slice(0, 9) } })
  t.strictSame(completed.completion.values, [taskId])
})

t.test('no schema of the list has a name that two tools would share', async t => {
  const { tools } = await (await connect(t, url, { key: 'alice' })).listTools()
  t.ok(tools.length > verbs.length)
  t.notMatch(JSON.stringify(tools), '"$id"')
})
