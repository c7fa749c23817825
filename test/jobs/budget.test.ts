import { test } from 'tap'
import { answer } from '../helpers/budget.ts'
import { root, succeeded, until } from '../helpers/bulk.ts'
import { post } from '../helpers/fake-tool.ts'
import { sendAll, startMetered } from '../helpers/metered-gateway.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('a job over an exhausted budget waits without a worker: another job runs, calls are served, and it continues by itself', async t => {
  const { app, jobs, came, begin } = await startMetered(t, sendAll())
  const id = await begin('/v1/metered/bulk/send', 40)
  const waiting = await until(jobs, id, ['waiting'], root)
  t.match(waiting, {
    reason: 'rate_limit',
    error: { message: /The share for jobs of the budget of Metered/ },
    progress: { failed: 0, unknown: 0 }
  })
  t.equal(came.length, 16, 'four fifths of the budget')
  const other = await begin('/v1/shelf/bulk/touch', 5)
  await until(jobs, other, ['completed'], root)
  t.equal((await jobs.get(root, id)).status, 'waiting', "the worker's only turn was free")
  const call = (await post(app, '/v1/metered/ask', {})).json()
  t.match(call, { success: true, metadata: { rate_limit: { limit: 20, remaining: 3, used: 17 } } })
  t.match(await until(jobs, id, ['completed'], root), { progress: { succeeded: 40, failed: 0, unknown: 0 } })
  t.equal(came.length, 41, 'each item once')
})

test('a call over an exhausted budget gets the time to retry from the gateway', async t => {
  const { app, came } = await startMetered(t, sendAll(), { units: 1 })
  t.equal((await post(app, '/v1/metered/ask', {})).statusCode, 200)
  const refused = await post(app, '/v1/metered/ask', {})
  t.equal(refused.statusCode, 429)
  t.ok(Number(refused.headers['retry-after']) >= 2)
  t.match(refused.json().error, { code: 'RATE_LIMIT_ERROR', details: { source: 'gateway', outcome: 'not_executed', retryable: true } })
  t.equal(came.length, 1)
})

test('the preview states the cost of a job and how long the budget makes it run', async t => {
  const by100 = sendAll({ max_batch: 100, cost_units: items => (items > 1 ? 50 : 5) })
  const { app } = await startMetered(t, by100, { units: 6_000 })
  const { preview } = (await post(app, '/v1/metered/bulk/send', { many: 250 })).json().data
  t.equal(preview.cost_units, 150)
  t.equal(preview.estimated_seconds, 1)
  const slow = await startMetered(t, sendAll())
  const made = (await post(slow.app, '/v1/metered/bulk/send', { many: 400 })).json().data
  t.equal(made.preview.cost_units, 400)
  t.ok(made.preview.estimated_seconds >= 75 && made.preview.estimated_seconds < 90, `400 at 16 in 3 s: ${made.preview.estimated_seconds} s`)
  t.match((await post(slow.app, '/v1/shelf/bulk/touch', { many: 4 })).json().data.preview, {
    cost_units: undefined,
    estimated_seconds: null
  })
})

const readAll = sendAll({
  permission: 'read',
  idempotent: true,
  executeBatch: async function* (items, _action, { client, signal }) {
    for (const item of items) {
      await client.request({ path: `items/${item.id}`, signal })
      yield succeeded(item)
    }
  }
})

test('while a system keeps failing, calls fail at once and a job waits; when it has recovered, the job continues by itself', async t => {
  const server = { status: 503 }
  const { app, jobs, came, begin } = await startMetered(t, readAll, {
    units: 1_000,
    handler: (_request, response) => answer(response, server.status)
  })
  const id = await begin('/v1/metered/bulk/send', 10)
  const isOpen = async (): Promise<boolean> => (await jobs.get(root, id)).error?.reason === 'circuit_open'
  await waitUntil(isOpen, 'the job waits for the circuit')
  t.match(await jobs.get(root, id), { status: 'waiting', reason: 'network', progress: { failed: 0, unknown: 0 } })
  const sent = came.length
  const refused = await post(app, '/v1/metered/ask', {})
  t.equal(refused.statusCode, 503)
  t.equal(refused.headers['retry-after'], '1')
  t.match(refused.json().error, {
    code: 'UNAVAILABLE_ERROR',
    message: /Do not call it before then/,
    details: {
      reason: 'circuit_open',
      source: 'gateway',
      outcome: 'not_executed',
      retryable: true,
      suggestions: [/report to the user/, /once/]
    }
  })
  t.equal(came.length, sent, 'nothing was sent')
  t.match((await app.inject('/v1/instances')).json().data.items, [{ system: 'metered', circuit: 'open' }, {}])
  server.status = 200
  t.match(await until(jobs, id, ['completed'], root), { progress: { succeeded: 10, failed: 0, unknown: 0 } })
  t.match((await app.inject('/v1/instances')).json().data.items, [{ system: 'metered', circuit: 'closed' }, {}])
})
