import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/bulk/keys.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/caller.ts'
import { alice, type BulkHouse, root, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

const carol: Caller = { id: 'carol', scopes: ['*'] }

/** An action on a system of its own; its calls answer once they are let go, or broken off. */
function hungAction(name: string) {
  const [release, calls] = [new AbortController(), { now: 0 }]
  async function hang(signal: AbortSignal): Promise<void> {
    calls.now++
    const ended = AbortSignal.any([signal, release.signal])
    if (!ended.aborted) await once(ended, 'abort')
    calls.now--
  }
  const action = shelfAction({
    name,
    permission: 'read',
    count: async (_query, { signal }) => {
      await hang(signal)
      return { value: 10, relation: 'eq' }
    }
  })
  return { calls, release: () => release.abort(), action: { ...action, tool: { ...action.tool, name } } }
}

/** As a worker has by default, but a job has not to wait long to be listed. */
const SETTINGS = { preview_wait_ms: 1, list_timeout_ms: 120_000 }

const made = async ({ jobs, request }: BulkHouse, action: BulkAdapter, caller: Caller, many = 10): Promise<string> =>
  (await jobs.create(request(action, { caller, input: { many } }))).id

async function ends(house: BulkHouse, action: BulkAdapter, caller: Caller): Promise<void> {
  const id = await made(house, action, caller)
  const { confirm_token } = await until(house.jobs, id, ['awaiting_confirmation'], caller)
  await house.jobs.confirm(caller, id, confirm_token ?? '')
  await until(house.jobs, id, ['completed'], caller)
}

test('a system that hangs holds up neither other keys, nor the same key elsewhere, nor another system of theirs', async t => {
  const [hung, well] = [hungAction('hung'), shelfAction()]
  const house = await startBulk(t, [hung.action, well], { settings: SETTINGS })
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push(await made(house, hung.action, alice))
  while (hung.calls.now < 3) await sleep(10)
  await ends(house, well, root)
  await ends(house, well, alice)
  for (let at = 0; at < 10; at++) await made(house, hung.action, carol)
  while (hung.calls.now < 6) await sleep(10)
  for (const caller of [root, alice, carol]) await ends(house, well, caller)
  t.equal(hung.calls.now, 6, 'all that one instance may have')
  hung.release()
  for (const id of ids) await until(house.jobs, id, ['awaiting_confirmation'])
})

/** Three for each of three jobs: more than fair shares need, less than chance would. */
const MOST_TURNS = 9

test('jobs that are turned away have their turns between those that were there before them', async t => {
  const slow = shelfAction({
    permission: 'read',
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const settings = { ...SETTINGS, turns_per_key: 1, turn_ms: 100 }
  const house = await startBulk(t, [slow], { settings })
  const ids: string[] = []
  for (let at = 0; at < 3; at++) ids.push(await made(house, slow, alice, 5_000))
  for (const id of ids) {
    const { confirm_token } = await until(house.jobs, id, ['awaiting_confirmation'])
    await house.jobs.confirm(alice, id, confirm_token ?? '')
  }
  const client = house.redis.client()
  const turns = async () => await Promise.all(ids.map(async id => Number(await client.hget(jobKey(id, 'meta'), 'epoch'))))
  const before = await turns()
  const since = async () => (await turns()).map((many, at) => many - (before[at] ?? 0))
  let had = await since()
  while (Math.min(...had) === 0 && had.reduce((sum, many) => sum + many, 0) < MOST_TURNS) {
    await sleep(50)
    had = await since()
  }
  t.ok(Math.min(...had) >= 1, `of ${MOST_TURNS} turns they had ${had.join(', ')}`)
  for (const id of ids) await house.jobs.cancel(alice, id)
})

test('a job that only has to stop does so, though its key has as many turns as it may', async t => {
  const slow = shelfAction({
    permission: 'read',
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const hung = hungAction('hung')
  const house = await startBulk(t, [slow, hung.action], { settings: { ...SETTINGS, turns_per_key: 1, turn_ms: 100 } })
  const acting = await made(house, slow, alice, 5_000)
  const { confirm_token } = await until(house.jobs, acting, ['awaiting_confirmation'])
  await house.jobs.confirm(alice, acting, confirm_token ?? '')
  await until(house.jobs, acting, ({ progress }) => progress.done > 0)
  await made(house, hung.action, alice)
  while (hung.calls.now < 1) await sleep(10)
  const before = (await house.jobs.get(alice, acting)).progress.done
  await sleep(100)
  t.match(await house.jobs.get(alice, acting), { status: 'running', progress: { done: before } })
  await house.jobs.cancel(alice, acting)
  await until(house.jobs, acting, ['cancelled'])
  t.equal(hung.calls.now, 1)
  hung.release()
})
