import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { type Test, test } from 'tap'
import { Check } from 'typebox/schema'
import { webhookSecrets } from '../../../src/access/webhook-secrets.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import type { Delivery } from '../../../src/contract/job.ts'
import { WebhookEvent } from '../../../src/contract/job-events.ts'
import type { JobSettings } from '../../../src/jobs/settings.ts'
import { jobKey } from '../../../src/jobs/store/keys.ts'
import type { Webhooks } from '../../../src/jobs/webhooks/webhooks.ts'
import type { GuardOptions } from '../../../src/lib/guard/guard.ts'
import { alice, requestFor, runToEnd, startBulk, testAdapter, until } from '../../helpers/bulk.ts'
import { listen } from '../../helpers/listen.ts'
import { testSecrets } from '../../helpers/secrets.ts'
import { eventIn, OTHER_SECRET, SECRET, SOON, signedPart, webhooksTo } from '../../helpers/webhooks.ts'

interface Options {
  answer?: Parameters<typeof listen>[1]
  action?: BulkAdapter
  webhooks?: Partial<Webhooks> & Partial<GuardOptions>
  settings?: Partial<JobSettings>
}

/** A local receiver, and a gateway and a worker that may call it. */
async function setUp(t: Test, { answer, action = testAdapter(), webhooks, settings }: Options = {}) {
  const receiver = await listen(t, answer)
  const bulk = await startBulk(t, [action], { webhooks: webhooksTo(receiver.port, webhooks), settings: { ...SOON, ...settings } })
  const notify_url = `${receiver.url}/hook?token=hidden`
  const options = { dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url }
  return { ...bulk, ...receiver, request: requestFor(action, { options }), action, options }
}

type Fixture = Awaited<ReturnType<typeof setUp>>

/** The delivery log of the job once it has the rows, oldest first. */
async function log({ jobs }: Fixture, id: string, enough: (rows: Delivery[]) => boolean): Promise<Delivery[]> {
  const rows = ({ notifications }: { notifications: { deliveries: Delivery[] } | null }) => (notifications?.deliveries ?? []).toReversed()
  return rows(await until(jobs, id, job => enough(rows(job))))
}

const settled = (events: number) => (rows: Delivery[]) => rows.filter(row => row.next_attempt_at === null).length >= events

test('an independent verifier accepts the events', async t => {
  const inside = await setUp(t)
  const { id } = await runToEnd(inside.jobs, inside.request)
  await log(inside, id, settled(2))
  t.equal(inside.seen.length, 2)
  for (const one of inside.seen) {
    t.match(one, { method: 'POST', url: '/hook?token=hidden', headers: { 'content-type': 'application/json', 'user-agent': 'Toolgate' } })
    t.same(new Webhook(SECRET).verify(one.body, signedPart(one)), JSON.parse(one.body))
  }
})

test('an event that was changed, or signed with another secret, is rejected', async t => {
  const inside = await setUp(t)
  const { id } = await runToEnd(inside.jobs, inside.request)
  await log(inside, id, settled(2))
  const [one] = inside.seen
  if (!one) throw new Error('Nothing came')
  const headers = signedPart(one)
  const verifier = new Webhook(SECRET)
  t.throws(() => verifier.verify(one.body.replace('"done":0', '"done":1'), headers), 'another body')
  t.throws(() => verifier.verify(one.body, { ...headers, 'webhook-id': 'msg_x' }), 'another id')
  t.throws(
    () => verifier.verify(one.body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
    'another time'
  )
  t.throws(() => new Webhook(OTHER_SECRET).verify(one.body, headers), 'another secret')
})

test('while secrets are rotated, each of them signs', async t => {
  const inside = await setUp(t, { webhooks: { secrets: () => [OTHER_SECRET, SECRET] } })
  const { id } = await runToEnd(inside.jobs, inside.request)
  await log(inside, id, settled(2))
  for (const one of inside.seen) for (const secret of [SECRET, OTHER_SECRET]) t.ok(new Webhook(secret).verify(one.body, signedPart(one)))
})

test('an event contains the job at that time, without its token and within a few kilobytes', async t => {
  const action = testAdapter({
    prepare: async input => ({
      query: { many: input.many },
      action: { secret: 'x' },
      metadata: { warnings: Array(50).fill('Mind the gap') }
    })
  })
  const inside = await setUp(t, { action })
  const made = await inside.jobs.create(inside.request)
  await inside.jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await log(inside, made.id, settled(2))
  const events = inside.seen.map(eventIn).toSorted((a, b) => a.data.sequence - b.data.sequence)
  t.match(events, [
    {
      type: 'job.awaiting_confirmation',
      data: { sequence: 1, job: { id: made.id, status: 'awaiting_confirmation', progress: { done: 0 } } }
    },
    { type: 'job.completed', data: { sequence: 2, job: { id: made.id, status: 'completed', progress: { succeeded: 10 } } } }
  ])
  for (const event of events) {
    t.ok(Check(WebhookEvent, event), 'it is as documented')
    t.equal(event.data.job.links.self, `http://gateway/v1/jobs/${made.id}`)
    t.notMatch(JSON.stringify(event), /ct_|hidden|secret|Mind the gap/)
    t.ok(JSON.stringify(event).length < 4_096)
  }
})

test('a job lists its deliveries without path and query of the URL', async t => {
  const inside = await setUp(t)
  const { id } = await runToEnd(inside.jobs, inside.request)
  const rows = await log(inside, id, settled(2))
  t.match(rows[0], { event: 'job.awaiting_confirmation', attempt: 1, status: 200, error: null, next_attempt_at: null })
  const { notifications } = await inside.jobs.get(alice, id)
  t.equal(notifications?.url, inside.url)
  t.same(new Set(rows.map(row => row.webhook_id)), new Set(inside.seen.map(({ headers }) => headers['webhook-id'])))
  const other = await inside.jobs.create(requestFor(inside.action))
  t.equal((await inside.jobs.get(alice, other.id)).notifications, null)
})

test('an event that is not accepted is sent again under the same id', async t => {
  const statuses = [500, 429, 200]
  const inside = await setUp(t, { answer: response => response.writeHead(statuses.shift() ?? 200).end('x'.repeat(100)) })
  const { id } = await inside.jobs.create({ ...inside.request, options: { ...inside.options, dry_run: true } })
  const rows = await log(inside, id, settled(1))
  t.match(rows, [
    { attempt: 1, status: 500, error: 'The receiver returned 500', next_attempt_at: String },
    { attempt: 2, status: 429, error: 'The receiver returned 429', next_attempt_at: String },
    { attempt: 3, status: 200, error: null, next_attempt_at: null }
  ])
  t.equal(new Set(inside.seen.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.equal(new Set(inside.seen.map(({ body }) => body)).size, 1)
  for (const one of inside.seen) t.ok(new Webhook(SECRET).verify(one.body, signedPart(one)))
})

test('an event is given up after the last attempt of the schedule', async t => {
  const inside = await setUp(t, { answer: response => response.writeHead(503).end() })
  const { id } = await inside.jobs.create({ ...inside.request, options: { ...inside.options, dry_run: true } })
  const rows = await log(inside, id, settled(1))
  t.same(
    rows.map(row => row.attempt),
    [1, 2, 3, 4]
  )
  await sleep(400)
  t.equal(inside.seen.length, 4)
})

test('410 disables the webhook: neither that event nor a later one is sent', async t => {
  const inside = await setUp(t, { answer: response => response.writeHead(410).end() })
  const { id } = await runToEnd(inside.jobs, inside.request)
  const rows = await log(inside, id, rows => rows.length > 0)
  t.match(rows[0], { status: 410, error: /no further events of this job/, next_attempt_at: null })
  const before = inside.seen.length
  const made = await inside.jobs.create(inside.request)
  await log(inside, made.id, rows => rows.length === 1)
  await inside.jobs.cancel(alice, made.id)
  await sleep(1_200)
  t.equal((await inside.jobs.get(alice, made.id)).notifications?.deliveries.length, 1)
  t.equal(inside.seen.length, before + 1)
  t.ok((await inside.redis.client().pttl(jobKey(made.id, 'deliveries'))) > 0, 'the log still expires with the job')
})

test("a receiver's retry-after is respected", async t => {
  const inside = await setUp(t, { answer: response => response.writeHead(429, { 'retry-after': '3600' }).end() })
  const { id } = await inside.jobs.create({ ...inside.request, options: { ...inside.options, dry_run: true } })
  const [row] = await log(inside, id, rows => rows.length > 0)
  const waits = Date.parse(row?.next_attempt_at ?? '') - Date.parse(row?.at ?? '')
  t.ok(waits >= 3_600_000 && waits < 3_700_000, `${waits} ms`)
})

test('a redirect is not followed', async t => {
  const inside = await setUp(t, {
    answer: (response, { url }) => response.writeHead(url === '/away' ? 200 : 307, { location: '/away' }).end()
  })
  const { id } = await inside.jobs.create({ ...inside.request, options: { ...inside.options, dry_run: true } })
  const rows = await log(inside, id, rows => rows.length > 0)
  t.match(rows[0], { status: 307, error: /redirects are not followed/ })
  t.notOk(inside.seen.some(({ url }) => url === '/away'))
})

test('a response without an end counts as delivered, no response does not', async t => {
  const endless = await setUp(t, {
    answer: response => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 5)
      response.on('close', () => clearInterval(timer))
    }
  })
  const job = await endless.jobs.create({ ...endless.request, options: { ...endless.options, dry_run: true } })
  t.match(await log(endless, job.id, rows => rows.length > 0), [{ status: 200, error: null }])
  const silent = await setUp(t, { answer: () => undefined, settings: { webhook_timeout_ms: 200 } })
  const untold = await silent.jobs.create({ ...silent.request, options: { ...silent.options, dry_run: true } })
  t.match(await log(silent, untold.id, rows => rows.length > 0), [{ status: null, error: /^network_timeout: .*within 0.2 s/ }])
})

test('a name that resolves to a private address at the time of delivery is not called', async t => {
  let asked = 0
  const resolve = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
  const inside = await setUp(t, { webhooks: { allow: [], resolve } })
  const notify_url = `https://rebind.example.org:${inside.port}/hook`
  const { id } = await inside.jobs.create({ ...inside.request, options: { ...inside.options, dry_run: true, notify_url } })
  t.match(await log(inside, id, rows => rows.length > 0), [
    { status: null, error: /^address_refused: notify_url leads to no public address/ }
  ])
  t.same(inside.seen, [])
})

test('an attempt that fails in the gateway counts: it is logged without its message, and repeated', async t => {
  let broken = false
  const secrets = () => {
    if (broken) throw new TypeError('secret internals')
    return [SECRET]
  }
  const inside = await setUp(t, { webhooks: { secrets } })
  const made = await inside.jobs.create(inside.request)
  await log(inside, made.id, settled(1))
  broken = true
  await inside.jobs.cancel(alice, made.id)
  const rows = await log(inside, made.id, found => found.length === 2)
  t.match(rows[1], { event: 'job.cancelled', attempt: 1, status: null, error: /^unexpected: .* its log contains the cause/ })
  t.notMatch(JSON.stringify(rows), /secret internals/)
  broken = false
  t.match((await log(inside, made.id, settled(2))).at(-1), { event: 'job.cancelled', status: 200 })
})

test('each key signs with its own secret, so that no holder of a key can forge the webhooks of another', async t => {
  const inside = await setUp(t, { webhooks: { secrets: keyId => webhookSecrets(keyId, [], [], testSecrets) } })
  const caller = { id: 'bob', scopes: ['shelf:write'] }
  const { id } = await runToEnd(inside.jobs, { ...inside.request, caller })
  await until(inside.jobs, id, () => inside.seen.length === 2, caller)
  const verifierOf = (keyId: string) => new Webhook(String(webhookSecrets(keyId, [], [], testSecrets)[0]))
  for (const one of inside.seen) {
    t.ok(verifierOf('bob').verify(one.body, signedPart(one)))
    t.throws(() => verifierOf('alice').verify(one.body, signedPart(one)))
  }
})

test('nothing more is sent once the key of the job is revoked', async t => {
  const revoked = new Set<string>()
  const inside = await setUp(t, { webhooks: { isRevoked: key => revoked.has(key) } })
  const { id } = await runToEnd(inside.jobs, inside.request)
  await log(inside, id, settled(2))
  t.equal(inside.seen.length, 2)
  revoked.add(alice.id)
  const other = await runToEnd(inside.jobs, inside.request)
  const rows = await log(inside, other.id, settled(1))
  t.match(rows, [{ attempt: 1, status: null, error: /^key_revoked/, next_attempt_at: null }])
  t.equal(inside.seen.length, 2)
})
