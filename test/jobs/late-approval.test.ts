import { type Test, test } from 'tap'
import type { Call } from '../../src/contract/call.ts'
import { programJob, startJob } from '../../src/contract/program-job.ts'
import { alice, refusal, root, shelf, startBulk, testAdapter, until } from '../helpers/bulk.ts'

/** Runs nothing. */
const program = programJob(shelf, {
  name: 'run',
  message: (name: string) => `Run ${name}`,
  async execute() {
    return { outcome: 'succeeded' }
  }
})

/** Jobs of which no worker has run the first turn yet, under a policy that begins to require approvals of some callers. */
async function setUp(t: Test) {
  const action = testAdapter()
  const held = new Set<string>()
  const grants: string[] = []
  const bulk = await startBulk(t, [action, program], {
    worker: false,
    settings: { preview_wait_ms: 0 },
    lacksApproval: ({ key, confirmedBy, approved }) => !approved && held.has(confirmedBy ?? key),
    async useApproval({ id }, caller) {
      if (held.has(caller.id) && !grants.includes(id)) throw new Error('approval_required')
      return held.has(caller.id)
    }
  })
  return { ...bulk, action, held, grants }
}

const options = { dry_run: false, max_items: 50, on_failure: 'continue', confirm: 'auto' } as const
const auto = { ...alice, scopes: ['jobs:auto_confirm'] }

test('a job that would start by itself offers its preview if the policy requires an approval by then', async t => {
  const { jobs, request, action, held, grants, startWorker } = await setUp(t)
  const { id } = await jobs.create(request(action, { options, caller: auto }))
  held.add('alice')
  startWorker()
  const offered = await until(jobs, id, ['awaiting_confirmation'])
  t.match(offered, { progress: { done: 0 }, started_at: null, expires_at: String, preview: { warnings: [/now requires an approval/] } })
  const token = offered.confirm_token ?? ''
  await t.rejects(jobs.confirm(alice, id, token), { message: 'approval_required' })
  grants.push(id)
  await jobs.confirm(alice, id, token)
  t.match(await until(jobs, id, ['completed', 'awaiting_confirmation']), { status: 'completed', progress: { succeeded: 10 } })
})

test('a confirmed job that has not started offers its preview again', async t => {
  const { jobs, request, action, held, startWorker } = await setUp(t)
  const worker = startWorker()
  const { id } = await jobs.create(request(action))
  const { confirm_token } = await until(jobs, id, ['awaiting_confirmation'])
  await worker.close()
  await jobs.confirm(alice, id, confirm_token ?? '')
  held.add('alice')
  startWorker()
  const offered = await until(jobs, id, ['awaiting_confirmation', 'completed'])
  t.match(offered, { status: 'awaiting_confirmation', confirm_token, progress: { done: 0 } })
  held.clear()
  await jobs.confirm(alice, id, confirm_token ?? '')
  await until(jobs, id, ['completed'])
})

test('who confirms a job decides whose policy applies, and a cancelled job is left alone', async t => {
  const { jobs, request, action, held, startWorker } = await setUp(t)
  const worker = startWorker()
  held.add('alice')
  const [{ id }, other] = [await jobs.create(request(action)), await jobs.create(request(action, { options, caller: auto }))]
  const { confirm_token } = await until(jobs, id, ['awaiting_confirmation'])
  await until(jobs, other.id, ['awaiting_confirmation'])
  await jobs.cancel(alice, other.id)
  await worker.close()
  await jobs.confirm(root, id, confirm_token ?? '')
  startWorker()
  t.match(await until(jobs, id, ['completed', 'awaiting_confirmation']), { status: 'completed' })
  await t.rejects(jobs.confirm(root, other.id, ''), refusal('illegal_transition'))
})

test('a program that has not started waits for an approval, too, unless one was used for its call', async t => {
  const { jobs, held, grants, startWorker } = await setUp(t)
  const start = async (name: string, more: Partial<Call<unknown>> = {}) => {
    const call: Partial<Call<unknown>> = { jobs, instance: null, caller: alice, signal: new AbortController().signal, ...more }
    // biome-ignore lint/suspicious/noExplicitAny: the fields of a call that it needs
    return await startJob(program, name, call as any)
  }
  const { id } = await start('late')
  const approved = await start('approved', { usedApproval: () => true })
  held.add('alice')
  startWorker()
  t.match(await until(jobs, approved.id, ['completed', 'awaiting_confirmation']), { status: 'completed', progress: { succeeded: 1 } })
  const offered = await until(jobs, id, ['awaiting_confirmation', 'completed'])
  t.match(offered, { status: 'awaiting_confirmation', message: 'Run late', progress: { done: 0 }, started_at: null })
  grants.push(id)
  await jobs.confirm(alice, id, offered.confirm_token ?? '')
  t.match(await until(jobs, id, ['completed', 'awaiting_confirmation']), { status: 'completed', progress: { succeeded: 1 } })
})
