import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/call.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, type BulkFixture, root, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const carol: Caller = { id: 'carol', scopes: ['*'] }

/** An action on a separate system. Its calls return once they are released or aborted. */
function hungAction(name: string) {
  const [release, calls] = [new AbortController(), { now: 0 }]
  async function hang(signal: AbortSignal): Promise<void> {
    calls.now++
    const ended = AbortSignal.any([signal, release.signal])
    if (!ended.aborted) await once(ended, 'abort')
    calls.now--
  }
  const action = testAdapter({
    name,
    permission: 'read',
    count: async (_query, { signal }) => {
      await hang(signal)
      return { value: 10, relation: 'eq' }
    }
  })
  return { calls, release: () => release.abort(), action: { ...action, tool: { ...action.tool, name } } }
}

/** The defaults of a worker, but a job is listed without delay. */
const SETTINGS = { preview_wait_ms: 1, list_timeout_ms: 120_000 }

const made = async ({ jobs, request }: BulkFixture, action: BulkAdapter, caller: Caller, many = 10): Promise<string> =>
  (await jobs.create(request(action, { caller, input: { many } }))).id

async function ends(fixture: BulkFixture, action: BulkAdapter, caller: Caller): Promise<void> {
  const id = await made(fixture, action, caller)
  const { confirm_token } = await until(fixture.jobs, id, ['awaiting_confirmation'], caller)
  await fixture.jobs.confirm(caller, id, confirm_token ?? '')
  await until(fixture.jobs, id, ['completed'], caller)
}

test('a system that hangs delays neither other keys nor the same key on other systems', async t => {
  const [hung, well] = [hungAction('hung'), testAdapter()]
  const fixture = await startBulk(t, [hung.action, well], { settings: SETTINGS })
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push(await made(fixture, hung.action, alice))
  await waitUntil(() => hung.calls.now >= 3, 'three calls hang')
  await ends(fixture, well, root)
  await ends(fixture, well, alice)
  for (let at = 0; at < 10; at++) await made(fixture, hung.action, carol)
  await waitUntil(() => hung.calls.now >= 6, 'six calls hang')
  for (const caller of [root, alice, carol]) await ends(fixture, well, caller)
  t.equal(hung.calls.now, 6, 'the maximum of one instance')
  hung.release()
  for (const id of ids) await until(fixture.jobs, id, ['awaiting_confirmation'])
})

/** Three for each of three jobs: more than fair shares need, less than chance would take. */
const MAX_TURNS = 9

test('jobs that are turned away get turns between those of earlier jobs', async t => {
  const slow = testAdapter({
    permission: 'read',
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const settings = { ...SETTINGS, turns_per_key: 1, turn_ms: 100 }
  const fixture = await startBulk(t, [slow], { settings })
  const ids: string[] = []
  for (let at = 0; at < 3; at++) ids.push(await made(fixture, slow, alice, 5_000))
  for (const id of ids) {
    const { confirm_token } = await until(fixture.jobs, id, ['awaiting_confirmation'])
    await fixture.jobs.confirm(alice, id, confirm_token ?? '')
  }
  const client = fixture.redis.client()
  const turns = async () => await Promise.all(ids.map(async id => Number(await client.hget(jobKey(id, 'meta'), 'epoch'))))
  const before = await turns()
  const since = async () => (await turns()).map((many, at) => many - (before[at] ?? 0))
  let had = await since()
  while (Math.min(...had) === 0 && had.reduce((sum, many) => sum + many, 0) < MAX_TURNS) {
    await sleep(50)
    had = await since()
  }
  t.ok(Math.min(...had) >= 1, `of ${MAX_TURNS} turns they had ${had.join(', ')}`)
  for (const id of ids) await fixture.jobs.cancel(alice, id)
})

test('a job that only has to stop does so, even if its key has all its turns in use', async t => {
  const slow = testAdapter({
    permission: 'read',
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const hung = hungAction('hung')
  const fixture = await startBulk(t, [slow, hung.action], { settings: { ...SETTINGS, turns_per_key: 1, turn_ms: 100 } })
  const acting = await made(fixture, slow, alice, 5_000)
  const { confirm_token } = await until(fixture.jobs, acting, ['awaiting_confirmation'])
  await fixture.jobs.confirm(alice, acting, confirm_token ?? '')
  await until(fixture.jobs, acting, ({ progress }) => progress.done > 0)
  await made(fixture, hung.action, alice)
  await waitUntil(() => hung.calls.now >= 1, 'a call hangs')
  const before = (await fixture.jobs.get(alice, acting)).progress.done
  await sleep(100)
  t.match(await fixture.jobs.get(alice, acting), { status: 'running', progress: { done: before } })
  await fixture.jobs.cancel(alice, acting)
  await until(fixture.jobs, acting, ['cancelled'])
  t.equal(hung.calls.now, 1)
  hung.release()
})
