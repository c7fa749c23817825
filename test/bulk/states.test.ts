import { test } from 'tap'
import { newJobId } from '../../src/bulk/id.ts'
import { jobKey, jobKeys } from '../../src/bulk/keys.ts'
import { fetchMeta } from '../../src/bulk/read-meta.ts'
import { NAMES, SHARED } from '../../src/bulk/scripts/prelude.ts'
import { runScript } from '../../src/bulk/scripts/run.ts'
import { isTerminal, needsTurn, TRANSITIONS, verbsFor } from '../../src/bulk/states.ts'
import { viewJob } from '../../src/bulk/view.ts'
import { JOB_STATUSES, STATUS_MEANINGS } from '../../src/contract/jobs.ts'
import { startTestRedis } from '../helpers/redis.ts'

test('every pair of states: Redis makes the moves of the table, and no other', async t => {
  const redis = (await startTestRedis(t)).client()
  const move = `${NAMES}${SHARED}\nmove(ARGV[1], 'a reason')\nreturn get('status')`
  const wrong: string[] = []
  for (const from of JOB_STATUSES) {
    for (const to of JOB_STATUSES) {
      const id = newJobId()
      await redis.hset(jobKey(id, 'meta'), { id, status: from, keep_job_s: '100', keep_items_s: '50', keep_stone_s: '200' })
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

test('every verb in every state: those of which the job has a link, by the table, move it, and no others do', async t => {
  const redis = (await startTestRedis(t)).client()
  const wrong: string[] = []
  for (const status of JOB_STATUSES) {
    for (const phase of ['list', 'act'] as const) {
      for (const verb of ['confirm', 'resume', 'pause', 'cancel'] as const) {
        const id = newJobId()
        const facts = { id, status, phase, turn: '1', token: 'ct_x', waiting_until: '9', expires_at: String(Date.now() + 60_000) }
        const key = jobKey(id, 'meta')
        await redis.hset(key, { ...facts, keep_job_s: '100', keep_items_s: '50', keep_stone_s: '200' })
        const meta = await fetchMeta(redis, id)
        const allowed = meta !== undefined && verb in viewJob({ meta, sample: [], errors: [] }, '').links
        const [answer] = await runScript(redis, verb, id, ['ct_x'])
        const moved = (await redis.hget(key, 'status')) !== status || (status === 'waiting' && !(await redis.hexists(key, 'waiting_until')))
        if (allowed !== verbsFor(status, phase).includes(verb)) wrong.push(`the link ${verb} in ${status} (${phase}): ${allowed}`)
        if (moved !== allowed || (allowed && answer !== 'ok')) wrong.push(`${verb} in ${status} (${phase}): ${answer}, moved: ${moved}`)
      }
    }
  }
  t.same(wrong, [])
})

test('the table says what each state and each move means', async t => {
  for (const status of JOB_STATUSES) {
    t.ok(STATUS_MEANINGS[status].length > 10, status)
    for (const [to, phrase] of Object.entries(TRANSITIONS[status])) t.ok((phrase ?? '').length > 5, `${status} → ${to}`)
  }
  t.same(JOB_STATUSES.filter(isTerminal), ['cancelled', 'completed', 'failed', 'expired'])
  t.same(JOB_STATUSES.filter(needsTurn), ['snapshotting', 'queued', 'running', 'waiting', 'pausing', 'cancelling'])
})

test('from every state that is not an end, an end can be reached', async t => {
  for (const status of JOB_STATUSES) {
    const reached = new Set([status])
    for (const from of reached) for (const to of JOB_STATUSES) if (TRANSITIONS[from][to]) reached.add(to)
    t.ok([...reached].some(isTerminal), status)
  }
})
