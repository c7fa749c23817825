import { once } from 'node:events'
import type { Test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { createJobs, type JobsService } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { alice, QUICK, requestFor, runToEnd, silentLog, until } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { countingServer, doneTwice, startProcess } from './bulk-crash.ts'
import { testSecrets } from './secrets.ts'

/** Long enough that a worker on a busy machine keeps its job: items that it loses without being killed are unknown as well. */
const PATIENT = { lock_ms: 4_000, stalled_ms: 1_000 }

/** Runs jobs one after the other on a cluster of three masters, with two gateways and two workers. One worker is killed in each job. */
export async function jobsOnCluster(t: Test, url: string, { items, jobs }: { items: number; jobs: number }): Promise<void> {
  const { base, counts } = await countingServer(t)
  const [here, there] = [await gatewayAt(t, url), await gatewayAt(t, url)]
  const action = countedActions(base).find(({ name }) => name === 'once')
  if (!action) throw new Error('There is no such action')
  const workers = [await startProcess(t, url, base, PATIENT), await startProcess(t, url, base, PATIENT)]
  for (let job = 0; job < jobs; job++) {
    counts.clear()
    const made = await here.create(requestFor(action, { input: { many: items } }))
    const { confirm_token } = await until(there, made.id, ['awaiting_confirmation'])
    await there.confirm(alice, made.id, confirm_token ?? '')
    await until(here, made.id, ({ progress }) => progress.done > items / 4)
    await there.pause(alice, made.id)
    await until(here, made.id, ['paused'])
    await here.resume(alice, made.id)
    await until(there, made.id, ({ progress }) => progress.done > items / 2)
    const killed = workers.shift()
    killed?.kill('SIGKILL')
    if (killed) await once(killed, 'exit')
    workers.push(await startProcess(t, url, base, PATIENT))
    const { progress } = await until(there, made.id, ['completed'], alice, 120_000)
    t.same(doneTwice(counts), [], 'nothing is executed twice')
    t.equal(progress.succeeded + progress.unknown, items, 'every item is accounted for')
    t.ok(progress.unknown <= 4, `${progress.unknown} unknown`)
    const { items: rows } = await here.items(alice, made.id, { limit: 50, outcome: 'succeeded' })
    t.ok(rows.length === 50 && rows.every(({ item_id }) => counts.get(item_id) === 1))
    t.equal((await here.list(alice, { limit: 1 })).items[0]?.id, made.id)
  }
  await twoAtOnce(t, [here, there], action)
}

/** Slots are in another hash slot than the jobs. */
async function twoAtOnce(t: Test, gateways: JobsService[], action: BulkAdapter): Promise<void> {
  const both = await Promise.all(gateways.map(jobs => runToEnd(jobs, requestFor(action, { input: { many: 30 } }))))
  const [first, second] = both.toSorted((a, b) => ((a.started_at ?? '') < (b.started_at ?? '') ? -1 : 1))
  t.ok((second?.started_at ?? '') >= (first?.finished_at ?? 'z'), 'two jobs that write to one account run one after the other')
}

async function gatewayAt(t: Test, url: string): Promise<JobsService> {
  const endpoint = parseRedisUrl(url)
  const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
  const probe = connect('http')
  await whenReady(probe, 10_000)
  probe.disconnect()
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'h1', log: silentLog, settings: QUICK, publicUrl: '' })
  t.teardown(() => jobs.close())
  return jobs
}
