import { test } from 'tap'
import { JOB_STATUSES, STATUS_MEANINGS } from '../../src/contract/job.ts'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { isTerminal, needsTurn, TRANSITIONS, verbsFor } from '../../src/jobs/model/states.ts'
import { viewJob } from '../../src/jobs/model/view.ts'
import { jobKey, jobKeys } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { NAMES, SHARED } from '../../src/jobs/store/lua/shared/prelude.ts'
import { fetchMeta } from '../../src/jobs/store/read-record.ts'
import { startTestRedis } from '../helpers/redis.ts'

test('for every pair of states, Redis makes exactly the transitions of the table', async t => {
  const redis = (await startTestRedis(t)).client()
  const move = `${NAMES}${SHARED}\nmove(ARGV[1], 'a reason')\nreturn get('status')`
  const wrong: string[] = []
  for (const from of JOB_STATUSES) {
    for (const to of JOB_STATUSES) {
      const id = newJobId()
      await redis.hset(jobKey(id, 'meta'), { id, status: from, keep_job_s: '100', keep_items_s: '50', keep_tombstone_s: '200' })
      const moved = await redis.eval(move, jobKeys(id).length, ...jobKeys(id), to).then(
        status => status === to,
        () => false
      )
      if (moved !== (TRANSITIONS[from][to] !== undefined)) wrong.push(`${from} → ${to}: ${moved}`)
      const expires = await redis.ttl(jobKey(id, 'meta'))
      if (moved && isTerminal(to) !== expires > 0) wrong.push(`${to} expires in ${expires}`)
    }
  }
  t.same(wrong, [])
})

test('in every state, a command changes the state exactly if the table gives the job its link', async t => {
  const redis = (await startTestRedis(t)).client()
  const wrong: string[] = []
  for (const status of JOB_STATUSES) {
    for (const phase of ['list', 'act'] as const) {
      for (const verb of ['confirm', 'resume', 'pause', 'cancel'] as const) {
        const id = newJobId()
        const facts = { id, status, phase, turn: '1', token: 'ct_x', waiting_until: '9', expires_at: String(Date.now() + 60_000) }
        const key = jobKey(id, 'meta')
        await redis.hset(key, { ...facts, keep_job_s: '100', keep_items_s: '50', keep_tombstone_s: '200' })
        const meta = await fetchMeta(redis, id)
        const allowed = meta !== undefined && verb in viewJob({ meta, sample: [], errors: [] }, '').links
        const [answer] = await runJobCommand(redis, verb, id, ['ct_x'])
        const moved = (await redis.hget(key, 'status')) !== status || (status === 'waiting' && !(await redis.hexists(key, 'waiting_until')))
        if (allowed !== verbsFor(status, phase).includes(verb)) wrong.push(`the link ${verb} in ${status} (${phase}): ${allowed}`)
        if (moved !== allowed || (allowed && answer !== 'ok')) wrong.push(`${verb} in ${status} (${phase}): ${answer}, moved: ${moved}`)
      }
    }
  }
  t.same(wrong, [])
})

test('the table describes each state and each transition', async t => {
  for (const status of JOB_STATUSES) {
    t.ok(STATUS_MEANINGS[status].length > 10, status)
    for (const [to, phrase] of Object.entries(TRANSITIONS[status])) t.ok((phrase ?? '').length > 5, `${status} → ${to}`)
  }
  t.same(JOB_STATUSES.filter(isTerminal), ['cancelled', 'completed', 'failed', 'expired'])
  t.same(JOB_STATUSES.filter(needsTurn), ['snapshotting', 'queued', 'running', 'waiting', 'pausing', 'cancelling'])
})

test('an end is reachable from every state that is not an end', async t => {
  for (const status of JOB_STATUSES) {
    const reached = new Set([status])
    for (const from of reached) for (const to of JOB_STATUSES) if (TRANSITIONS[from][to]) reached.add(to)
    t.ok([...reached].some(isTerminal), status)
  }
})
