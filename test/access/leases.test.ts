import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { type CallGrant, createLimiter, type Limiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import type { Meter } from '../../src/access/limits/meter-script.ts'
import { silentLog } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

// Units that processes take in advance. Each limiter is one as a process has it.
const redis = await startTestRedis(t)
const client = redis.client()
function open(): Limiter {
  const limiter = createLimiter(client, silentLog)
  t.teardown(limiter.close)
  return limiter
}
const kindOf = (...meters: Meter[]) => ({ meters, units: meters.map(({ name }) => [name, 1] as const) })
const commands = async (): Promise<number> => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)

/** A granted call: it was counted between both times. */
interface Granted {
  sent: number
  got: number
}

/** Returns the most calls that surely were within one interval of this length. */
function mostWithin(calls: readonly Granted[], window: number): number {
  return Math.max(...calls.map(first => calls.filter(({ sent, got }) => sent >= first.sent && got <= first.sent + window).length))
}

t.test('four processes with several limits never exceed one of them', async t => {
  const [short, minute, busy, other] = [
    { name: 'short', quota: 300, window: 300 },
    { name: 'minute', quota: 1_000, window: 60_000 },
    { name: 'busy', quota: 90, window: 0 },
    { name: 'other', quota: 250, window: 60_000 }
  ]
  const kinds = [kindOf(short, minute, busy), kindOf(short, minute, busy, other)]
  const granted: (Granted & { kind: number })[] = []
  let [inProgress, most, leased, refused] = [0, 0, 0, 0]
  const run = async (process: Limiter, rate: number): Promise<void> => {
    const held: CallGrant[] = []
    const end = (): void => {
      const [one] = held.splice(Math.floor(Math.random() * held.length), 1)
      if (!one) return
      inProgress -= 1
      one.release()
    }
    let isOver = false
    while (!isOver) {
      for (let number = 0; number < rate; number += 1) {
        const kind = Math.random() < 0.3 ? 1 : 0
        const sent = performance.now()
        const taking = process.takeCall('fuzz', kinds[kind] ?? kindOf())
        if (!(taking instanceof Promise) && !taking.refused) leased += 1
        const grant = await taking
        isOver ||= grant.refused?.meter === minute.name
        if (grant.refused) {
          refused += 1
          end()
          continue
        }
        granted.push({ sent, got: performance.now(), kind })
        inProgress += 1
        most = Math.max(most, inProgress)
        held.push(grant)
        if (Math.random() < 0.9) end()
        if (held.length > 30) end()
      }
      await turn()
    }
    while (held.length > 0) end()
  }
  await Promise.all([1, 1, 2, 3].map(rate => run(open(), rate)))
  t.comment(`${granted.length} granted, ${leased} of them from leases, ${refused} refused; ${most} at once`)
  t.ok(mostWithin(granted, short.window) <= short.quota)
  t.ok(granted.length <= minute.quota && granted.length > 0.98 * minute.quota)
  t.ok(granted.filter(({ kind }) => kind === 1).length <= other.quota)
  t.ok(most <= busy.quota)
})

t.test('four processes admit what the limit allows, although one is killed with what it had leased', async t => {
  const kind = kindOf({ name: 'minute', quota: 2_000, window: 60_000 })
  const processes = [open(), open(), open(), open()]
  const before = await commands()
  let granted = 0
  for (let at = 0; processes.length > 0; at += 1) {
    const process = processes[at % processes.length]
    const { refused } = (await process?.takeCall('share', kind)) ?? {}
    if (!refused) granted += 1
    else if (process) processes.splice(processes.indexOf(process), 1)
    if (granted === 1_000) processes.shift()?.close()
  }
  const sent = (await commands()) - before
  t.comment(`${granted} of 2,000 with ${sent} commands`)
  t.ok(granted > 1_960 && granted <= 2_000)
  t.ok(sent < 1_000)
})

t.test('what is not used of a lease is given back', async t => {
  const kind = kindOf({ name: 'minute', quota: 10_000, window: 60_000 }, { name: 'busy', quota: 1_000, window: 0 })
  const [one, two] = [open(), open()]
  const grants = await Promise.all(Array.from({ length: 20 }, () => one.takeCall('unused', kind)))
  for (const { release } of grants) release()
  const [minute] = kind.meters
  let taken = 20
  await waitUntil(async () => {
    const { read } = await two.takeCall('unused', kind)
    taken += 1
    return minute !== undefined && read(minute)?.remaining === 10_000 - taken
  }, 'the other process has all that is left')
  t.ok(taken < 1_000)
})

t.test('calls from a lease report what is left, and a limit that changed applies to the next call', async t => {
  const limits = createLimits(open())
  const of = (requests_per_minute: number) => ({ id: 'shown', scopes: ['*'], limits: { requests_per_minute } })
  const [wide, narrow] = [of(1_000), of(30)]
  const [first] = await Promise.all(Array.from({ length: 10 }, () => limits.admit(wide, 'trello')))
  t.match(first?.fields, { policy: '"minute";q=1000;w=60' })
  for (const left of [989, 988, 987]) t.match((await limits.admit(wide, 'trello'))?.fields.state, new RegExp(`^"minute";r=${left};t=\\d+$`))
  const lowered = await Promise.all(Array.from({ length: 30 }, () => limits.admit(narrow, 'trello')))
  t.ok(lowered.filter(admission => !admission?.refusal).length <= 17)
})

t.test('a lease is renewed before it ends, so that calls do not wait for Redis', async t => {
  const kind = kindOf({ name: 'minute', quota: 1_000_000, window: 60_000 }, { name: 'busy', quota: 1_000, window: 0 })
  const process = open()
  await waitUntil(async () => {
    const first = await Promise.all(Array.from({ length: 20 }, () => process.takeCall('renewed', kind)))
    for (const { release } of first) release()
    for (let inRow = 0; inRow <= 50; inRow += 1) {
      const taking = process.takeCall('renewed', kind)
      const { release } = await taking
      release()
      if (taking instanceof Promise) return false
      await commands() // as long as Redis needs to respond
    }
    return true
  }, 'more calls in a row than the first lease has do not wait')
  t.pass()
})

t.test('an orderly stop returns what is leased, and the concurrency slots of calls that ended', async t => {
  const [minute, busy] = [
    { name: 'minute', quota: 10_000, window: 60_000 },
    { name: 'busy', quota: 1_000, window: 0 }
  ]
  const kind = kindOf(minute, busy)
  let attempt = 0
  await waitUntil(async () => {
    attempt += 1 // Redis may be too slow for one
    const [one, two] = [open(), open()]
    const grants = await Promise.all(Array.from({ length: 20 }, () => one.takeCall(`stopped-${attempt}`, kind)))
    for (const { release } of grants) release()
    await one.close()
    const { read } = await two.takeCall(`stopped-${attempt}`, kind)
    return read(minute)?.remaining === 9_979 && read(busy)?.remaining === 999
  }, 'the other process has all that is left')
  t.pass()
})

/** A limit of calls in progress, and one of calls a minute that is never reached. */
const inProgress = (quota: number) => kindOf({ name: 'minute', quota: 100_000, window: 60_000 }, { name: 'busy', quota, window: 0 })

t.test('calls that begin while concurrency slots are returned do not use what another process just got', async t => {
  const kind = inProgress(8)
  const [one, two] = [open(), open()]
  const eight = (process: Limiter) => Promise.all(Array.from({ length: 8 }, () => process.takeCall('turns', kind)))
  let most = 0
  for (let round = 0; round < 20; round += 1) {
    for (const { release } of await eight(one)) release()
    for (let tick = 0; tick < 3; tick += 1) await Promise.resolve() // the command that returns the slots is on its way
    const [again, others] = [eight(one), eight(two)]
    await pause(2)
    const held = [...(await again), ...(await others), ...(await eight(two))]
    most = Math.max(most, held.filter(({ refused }) => !refused).length)
    for (const { release } of held) release()
    await pause(3)
  }
  t.equal(most, 8)
})

t.test('a lowered limit of calls in progress applies while the key is busy', async t => {
  const process = open()
  let kind = inProgress(1_000)
  let [running, most, isOver] = [0, 0, false]
  const work = async (): Promise<void> => {
    while (!isOver) {
      const grant = await process.takeCall('lowered', kind)
      if (!grant.refused) most = Math.max(most, ++running)
      await pause(5 + Math.random() * 10)
      if (!grant.refused) running -= 1
      grant.release()
    }
  }
  const workers = Array.from({ length: 20 }, work)
  await waitUntil(() => most === 20, 'all have begun')
  kind = inProgress(5)
  await waitUntil(() => running <= 5, 'those above the new limit have ended')
  most = 0
  await pause(300)
  isOver = true
  await Promise.all(workers)
  t.equal(most, 5)
})
