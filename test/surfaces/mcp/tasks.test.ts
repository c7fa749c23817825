import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { loadCatalog } from '../../../src/catalog.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import { OPEN_PORTS } from '../../../src/contract/ports.ts'
import { callRunner } from '../../../src/contract/run-call.ts'
import { startApp } from '../../helpers/app.ts'
import { alice, root, shelfAction, startBulk, succeeded } from '../../helpers/bulk.ts'
import { connect, rpc } from '../../helpers/mcp.ts'
import { make } from '../../helpers/workshop.ts'

const TASKS = 'io.modelcontextprotocol/tasks'
const ASKS_AND_FOLLOWS = { elicitation: { form: {} }, extensions: { [TASKS]: {} } }
const FOLLOWS = { extensions: { [TASKS]: {} } }
const LONG = 'x'.repeat(300_000)
const FAILURE = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It was refused.' }

/** Lets one item of a lingering job pass. */
let passed = Promise.withResolvers<void>()

const adapters = [
  shelfAction(),
  shelfAction({
    name: 'refuse',
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error: FAILURE }
    }
  }),
  shelfAction({
    name: 'half',
    executeBatch: async function* (items) {
      for (const item of items) yield item.id === 'item-0' ? { item_id: item.id, outcome: 'failed', error: FAILURE } : succeeded(item)
    }
  }),
  shelfAction({
    name: 'linger',
    max_batch: 1,
    concurrency: 1,
    executeBatch: async function* ([item]) {
      await passed.promise
      passed = Promise.withResolvers()
      if (item) yield succeeded(item)
    }
  }),
  shelfAction({
    name: 'break',
    nextBatch: async () => {
      throw new Error('password=hunter2')
    }
  })
]
/** A write whose answer is lost, and of which more is said than a job keeps. */
const lose = make(
  'lose',
  {},
  () => Promise.reject(new OperationError('network_timeout', 'It was sent.', { outcome: 'unknown', suggestions: [LONG] })),
  {
    permission: 'write'
  }
)
const connections = { get: () => ({ client: {}, instance: null, sandbox: false }), states: async () => [], test: () => Promise.reject() }
const house = await startBulk(t, [...adapters, callRunner(lose, { connections, ports: OPEN_PORTS, publicUrl: '' })])
const verbs = (await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))).operations.filter(
  ({ tool }) => tool.name === 'jobs'
)
const callers = new Map([alice, root, { id: 'bob', scopes: ['shelf:write'] }].map(caller => [caller.id, caller]))
/** Jobs are made, and cannot be read. */
let deaf = false
const { app } = await startApp(t, {
  definitions: [...verbs, ...adapters, lose],
  jobs: { ...house.jobs, get: async (...asked) => (deaf ? Promise.reject(new Error('away')) : await house.jobs.get(...asked)) },
  auth: { identify: key => callers.get(key) ?? 'unknown', anonymous: undefined }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
t.teardown(() => house.jobs.endWaits())

const ask = (method: string, params: Record<string, unknown>, capabilities: object = ASKS_AND_FOLLOWS, key = 'alice') =>
  rpc(url, method, params, { capabilities, key })
const call = (name: string, input: object = {}, capabilities?: object) =>
  ask('tools/call', { name: `shelf_bulk_${name}`, arguments: input }, capabilities)

/** The task once it is no longer at work. */
async function settled(taskId: string) {
  for (;;) {
    const { result } = await ask('tasks/get', { taskId })
    if (result.status !== 'working') return result
    await sleep(20)
  }
}

const YES = { confirm: { action: 'accept', content: { confirm: true } } }
const NO = { confirm: { action: 'decline' } }

t.test('a bulk action is a task that asks, and goes on after a yes', async t => {
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

t.test('no leaves everything as it is', async t => {
  const { result } = await call('touch')
  await settled(result.taskId)
  await ask('tasks/update', { taskId: result.taskId, inputResponses: NO })
  t.match(await settled(result.taskId), { status: 'cancelled' })
})

t.test('an answer to something else changes nothing', async t => {
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

t.test('a job of which nothing succeeded is an error of the tool, and no failed task', async t => {
  t.match(await run('refuse'), { status: 'completed', result: { isError: true, structuredContent: { progress: { failed: 10 } } } })
})

t.test('a failure of which too much is said to be kept is a failure all the same', async t => {
  const { result } = await ask('tools/call', { name: lose.id, arguments: { mode: 'async' } })
  const failed = await settled(result.taskId)
  t.match(failed, {
    status: 'completed',
    result: { isError: true, structuredContent: { success: false, error: { message: 'It was sent.', details: { outcome: 'unknown' } } } }
  })
  t.match(await house.jobs.get(alice, result.taskId), { result: { success: false, status: 504, error: { code: 'TIMEOUT_ERROR' } } })
})

t.test('a task at work tells when it got on last', async t => {
  const { result } = await call('linger', { many: 2 })
  const { taskId, createdAt } = await settled(result.taskId)
  await ask('tasks/update', { taskId, inputResponses: YES })
  /** Whether it comes to have done so many of its items, and to say that this was later than that; and when it was. */
  const comesTo = async (done: number, after: string) => {
    for (let look = 0; look < 500; look++) {
      const { statusMessage, lastUpdatedAt } = (await ask('tasks/get', { taskId })).result
      if (statusMessage.startsWith(`running: ${done} of 2`) && lastUpdatedAt > after) return lastUpdatedAt
      await sleep(20)
    }
    return t.fail(`It does not say that it did ${done} after ${after}`)
  }
  const begun = await comesTo(0, createdAt)
  passed.resolve()
  const on = await comesTo(1, begun)
  passed.resolve()
  t.ok((await settled(taskId)).lastUpdatedAt >= on)
})

t.test('some failures stay in the result', async t => {
  const { status, statusMessage, result } = await run('half')
  t.match({ status, statusMessage }, { status: 'completed', statusMessage: 'completed: 10 of 10, 1 failed' })
  t.not(result.isError, true)
})

t.test('a defect is a failed task, which tells nothing of its cause', async t => {
  const { result } = await call('break')
  const failed = await settled(result.taskId)
  t.match(failed, { status: 'failed', error: { code: -32603, message: String } })
  t.notMatch(JSON.stringify(failed), 'hunter2')
  t.notOk('result' in failed)
})

t.test('cancel ends it, and may be said again', async t => {
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

t.test('where the job that was made cannot be read, its id is not lost', async t => {
  deaf = true
  t.teardown(() => {
    deaf = false
  })
  t.match((await call('touch')).result, { structuredContent: { id: /^j/, kind: 'bulk' } })
})

t.test('a task that never was is told so', async t => {
  t.match(await ask('tasks/get', { taskId: 'jaaaaaaaaaaaaaaaaaaaaaaaaaa' }), { error: { code: -32602 } })
})

t.test('a client that follows no tasks is answered the job, and may not ask for tasks', async t => {
  const { result } = await call('touch', {}, {})
  t.match(result, { resultType: 'complete', structuredContent: { id: /^j/, kind: 'bulk' } })
  t.match(await ask('tasks/get', { taskId: result.structuredContent.id }, {}), {
    error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } }
  })
})

t.test('a client that cannot ask is answered the job, so that the model confirms it', async t => {
  t.match((await call('touch', {}, FOLLOWS)).result, { structuredContent: { id: /^j/ } })
  t.match((await call('touch', { dry_run: true }, FOLLOWS)).result, { resultType: 'task' }, 'which asks nothing')
})

t.test('of the older versions tasks are no part', async t => {
  const client = await connect(t, url, { key: 'alice', era: '2025-11-25' })
  t.equal(client.getServerCapabilities()?.extensions, undefined)
  t.match((await client.callTool({ name: 'shelf_bulk_touch' })).structuredContent, { id: /^j/ })
})

t.test('results of a job are a resource, for its key only, and its id is completed', async t => {
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

t.test('no schema of the list has a name, which two tools would share', async t => {
  const { tools } = await (await connect(t, url, { key: 'alice' })).listTools()
  t.ok(tools.length > verbs.length)
  t.notMatch(JSON.stringify(tools), '"$id"')
})
