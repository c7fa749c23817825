import t from 'tap'
import type { Job } from '../../../../src/contract/job.ts'
import { put, refusal } from '../../../helpers/gmail-bulk.ts'
import { noDescription, strangeIn } from '../../../helpers/gmail-description.ts'
import { openMailRoom } from '../../../helpers/gmail-jobs.ts'

const CROWD = 1_100
const WRITES = { method: 'POST', path: 'messages/batch' }
/** Repetitions of a fault that lasts until the test has seen its effect. */
const ALWAYS = 1000

t.test('jobs that wait for Gmail', async t => {
  const { mailbox, call, preview, confirm, until, run, batches, clear, failNext } = await openMailRoom(t, {
    GMAIL_UNITS_PER_MINUTE: '1000000'
  })
  t.beforeEach(clear)
  put(mailbox, 'crowd', CROWD, ['INBOX'])
  const unread = (sender: string): number =>
    [...mailbox.messages.values()].filter(({ raw, labelIds }) => raw.includes(`From: ${sender} `) && labelIds.includes('UNREAD')).length

  t.test('a rate limit, with status 429 or 403, makes the job wait and fails no message (pitfall 10)', async t => {
    for (const [status, add_label] of [
      [429, 'IMPORTANT'],
      [403, 'STARRED']
    ] as const) {
      await failNext(WRITES, refusal(status, 'rateLimitExceeded'), ALWAYS)
      const asked = await preview('label_messages', { from: 'sam', add_label })
      await confirm(asked)
      t.match(await until(asked.id, ({ status }) => status === 'waiting'), { reason: 'rate_limit', progress: { failed: 0, pending: 3 } })
      await clear()
      t.match(await until(asked.id, ({ finished_at }) => finished_at !== null), {
        status: 'completed',
        progress: { succeeded: 3, failed: 0 }
      })
      t.equal((await batches()).length, 1)
    }
  })

  t.test('quota, credential and scope are distinguished by Gmail’s reason, whatever the status (pitfall 11)', async t => {
    for (const [fault, reason] of [
      [refusal(403, 'dailyLimitExceeded'), 'quota'],
      [refusal(403, 'insufficientPermissions'), 'auth'],
      [refusal(403, 'domainPolicy'), 'auth']
    ] as const) {
      await failNext(WRITES, fault, ALWAYS)
      const asked = await preview('mark_unread', { from: 'sam' })
      await confirm(asked)
      t.match(await until(asked.id, ({ status }) => status === 'waiting'), { reason, progress: { failed: 0 } }, reason)
      await call('jobs_cancel', { id: asked.id })
      await until(asked.id, ({ status }) => status === 'cancelled')
      await clear()
    }
    t.equal(unread('sam'), 0)
  })

  t.test('a credential that expires during a job makes it wait instead of failing its messages (pitfall 13)', async t => {
    await failNext(WRITES, refusal(401, 'authError'))
    await failNext(
      { path: '/token' },
      { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } },
      ALWAYS
    )
    const asked = await preview('mark_unread', { from: 'crowd' })
    await confirm(asked)
    const waiting = await until(asked.id, ({ status }) => status === 'waiting')
    t.match(waiting, { reason: 'auth', error: { reason: 'token_expired' }, progress: { failed: 0 } })
    await clear()
    t.match(await until(asked.id, ({ finished_at }) => finished_at !== null), { status: 'completed', progress: { failed: 0 } })
    t.equal(unread('crowd'), CROWD)
  })

  t.test('a request whose response is lost is sent again, since it is idempotent', async t => {
    await failNext(WRITES, { cut: true, after: true })
    t.match(await run('mark_read', { from: 'crowd' }), { status: 'completed', progress: { succeeded: CROWD, unknown: 0, failed: 0 } })
    t.equal(unread('crowd'), 0)
  })
})

t.test('every request of every action conforms to the API description', { skip: noDescription }, async t => {
  const { run, call, until, confirm, requests } = await openMailRoom(t)
  const trashed = await run('trash_messages', { from: 'rae', include_spam_trash: true })
  const undo: Job = (await call('jobs_undo', { id: trashed.id })).data
  await confirm(await until(undo.id, ({ status }) => status === 'awaiting_confirmation'))
  await until(undo.id, ({ finished_at }) => finished_at !== null)
  for (const [action, input] of [
    ['label_messages', { from: 'rae', add_label: 'Later' }],
    ['unlabel_messages', { from: 'rae', remove_label: 'Later', after: '2020-01-01' }],
    ['archive_messages', { labels: ['Work'] }],
    ['mark_read', { query: 'is:unread' }],
    ['mark_unread', { from: 'sam', chunk: 2 }],
    ['untrash_messages', { from: 'gym' }],
    ['delete_messages', { labels: ['Work'] }]
  ] as const)
    t.match(await run(action, input), { status: 'completed', progress: { failed: 0, pending: 0 } }, action)
  const seen = (await requests()).filter(({ path }) => path !== '/token')
  for (const name of ['batchModify', 'batchDelete'])
    t.ok(
      seen.some(({ path }) => path.endsWith(name)),
      name
    )
  for (const request of seen) t.strictSame(strangeIn(request), [], `${request.method} ${request.path}`)
})

t.test('the preview returns the cost of a job: one request per thousand messages, or a read of each message in ids', async t => {
  const { mailbox, preview, call } = await openMailRoom(t)
  put(mailbox, 'crowd', 60, ['INBOX'])
  t.match((await preview('archive_messages', { from: 'crowd' })).preview, { cost_units: 50, estimated_seconds: 1 })
  t.match((await preview('archive_messages', { from: 'crowd', chunk: 10 })).preview, { cost_units: 300, estimated_seconds: 4 })
  const ids = [...mailbox.messages.keys()].slice(-60)
  t.match((await preview('archive_messages', { ids })).preview, { cost_units: 350, estimated_seconds: 5 })
  t.match((await call('gmail_get_profile')).metadata.rate_limit, { limit: 6_000 })
})
