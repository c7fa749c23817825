import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { rowKey, UNNOTIFIED } from '../../src/access/approvals/scripts.ts'
import { ApprovalNotice } from '../../src/contract/approvals.ts'
import { JOB_DEFAULTS } from '../../src/jobs/settings.ts'
import { NOTICES_CHANNEL } from '../../src/jobs/store/keys.ts'
import { startDispatcher } from '../../src/jobs/webhooks/dispatcher.ts'
import { connectRedis } from '../../src/lib/redis/connect.ts'
import { openApprovals } from '../helpers/approvals.ts'
import { QUICK, silentLog } from '../helpers/bulk.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { listen } from '../helpers/listen.ts'
import { waitUntil } from '../helpers/wait-until.ts'
import { OTHER_SECRET, SECRET, SOON, signedPart, webhooksTo } from '../helpers/webhooks.ts'

const wood = {
  wood: Type.String({ description: 'Wood' }),
  secret: Type.Optional(Type.String({ 'x-secret': true, description: 'Secret' }))
}
const saw = fakeOperation('saw', wood, async () => ({ seen: 1 }), { permission: 'destructive', message: ({ wood }) => `Saw the ${wood}` })
const statuses: number[] = []
const receiver = await listen(t, response => response.writeHead(statuses.shift() ?? 204).end())
const { send, approvals, client, redis } = await openApprovals(t, {
  definitions: [saw],
  keys: { ci: ['workshop:destructive'], ann: ['approvals:decide'] },
  policy: [{ permission: '*', decision: 'approval' }],
  notify: { url: `${receiver.url}/hook?token=hidden`, secrets: [OTHER_SECRET, SECRET], channel: NOTICES_CHANNEL }
})
const request = async (name: string): Promise<string> =>
  (await send('ci', 'workshop/saw', { wood: name, secret: 'canary' })).error.details.approval.id
const open = (allowed: number) =>
  startDispatcher({
    connect: use => connectRedis({ kind: 'single', options: redis.options }, use, silentLog),
    webhooks: webhooksTo(allowed),
    others: approvals.notices,
    settings: { ...JOB_DEFAULTS, ...QUICK, ...SOON },
    log: silentLog
  })
const isEmpty = async () => (await client.zcard(UNNOTIFIED)) === 0

t.beforeEach(() => {
  receiver.seen.length = 0
  statuses.length = 0
})

t.test('what was requested while no worker ran is delivered by the next one, signed, until it is accepted', async t => {
  const [id, decided] = [await request('oak'), await request('ash')]
  await send('ann', `approvals/${decided}/deny`, { reason: 'No.' })
  statuses.push(500, 429)
  const dispatcher = open(receiver.port)
  await waitUntil(isEmpty, 'all notices are delivered')
  await dispatcher.close()
  t.equal(receiver.seen.length, 3)
  t.strictSame(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])), new Set([`msg_${id}`]), 'not of one that was decided')
  t.equal(new Set(receiver.seen.map(({ body }) => body)).size, 1)
  const [first] = receiver.seen
  if (!first) throw new Error('nothing was sent')
  for (const secret of [SECRET, OTHER_SECRET])
    for (const one of receiver.seen) t.strictSame(new Webhook(secret).verify(one.body, signedPart(one)), JSON.parse(one.body))
  t.match(first, { method: 'POST', url: '/hook?token=hidden' })
  const body = JSON.parse(first.body)
  t.ok(Check(ApprovalNotice, body), 'it is as documented')
  t.match(body, {
    type: 'approval.requested',
    data: {
      approval: {
        id,
        principal: 'key:ci',
        message: 'Saw the oak.',
        url: `https://gateway.example/console/approvals/${id}`,
        irreversible: true
      }
    }
  })
  t.notMatch(first.body, /canary|redacted|input|details/)
})

t.test('an approval that is deleted while its notice is sent is not stored again', async t => {
  const id = await request('pear')
  const event = await approvals.notices?.read(id)
  await client.unlink(rowKey(id))
  const attempt = { webhook_id: `msg_${id}`, attempt: 1, at: '', status: 500, error: 'x', next_attempt_at: null }
  t.equal(await event?.record(attempt, { next: 'again', due: Date.now() + 1_000 }), false)
  t.strictSame([await client.exists(rowKey(id)), await client.zscore(UNNOTIFIED, id)], [0, null])
})

t.test('a notice is sent at once, once, even with several workers', async t => {
  const dispatchers = [open(receiver.port), open(receiver.port)]
  const id = await request('elm')
  await waitUntil(isEmpty, 'it is delivered')
  t.equal(await request('elm'), id)
  for (const one of dispatchers) await one.close()
  t.strictSame(
    receiver.seen.map(({ headers }) => headers['webhook-id']),
    [`msg_${id}`]
  )
})

t.test('a private address that the operator does not list gets nothing', async t => {
  await request('yew')
  const dispatcher = open(1)
  await waitUntil(isEmpty, 'it is given up')
  await dispatcher.close()
  t.strictSame(receiver.seen, [])
})
