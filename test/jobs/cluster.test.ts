import t, { type Test } from 'tap'
import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { startApp } from '../helpers/app.ts'
import { QUICK, root, silentLog } from '../helpers/bulk.ts'
import { jobsOnCluster } from '../helpers/bulk-cluster.ts'
import { startCluster } from '../helpers/cluster.ts'
import { paintAdapter, startFakeServer } from '../helpers/fake-server.ts'
import { jobOperations } from '../helpers/job-operations.ts'
import { listen } from '../helpers/listen.ts'
import { testSecrets } from '../helpers/secrets.ts'
import { readUntil } from '../helpers/wait-until.ts'
import { eventIn, SOON, webhooksTo } from '../helpers/webhooks.ts'

const cluster = await startCluster(t)

/** A listening gateway and a worker on a cluster of three masters, a server whose responses get lost, and a webhook receiver. */
async function setUp(t: Test) {
  const endpoint = parseRedisUrl(cluster.url)
  const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
  const probe = connect('http')
  await whenReady(probe, 10_000)
  probe.disconnect()
  const server = await startFakeServer(t)
  const receiver = await listen(t)
  const action = paintAdapter(server.base)
  const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
  const settings = { ...QUICK, ...SOON, preview_wait_ms: 10_000 }
  const shared = { connect, connections, hostId: 'h1', log: silentLog, settings, webhooks: webhooksTo(receiver.port) }
  const jobs = createJobs({ secrets: testSecrets, ...shared, publicUrl: '' })
  const worker = buildWorker({ secrets: testSecrets, ...shared, jobs, adapterOf: () => action })
  t.teardown(async () => {
    await worker.close()
    await jobs.close()
  })
  const definitions = [...(await jobOperations()), action]
  const { app } = await startApp(t, { definitions, jobs, auth: { identify: () => 'unknown', anonymous: root } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => jobs.endWaits())

  async function send(method: string, where: string, body?: object) {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/v1/${where}`, { method, ...init })
    const { data, error } = JSON.parse(await answer.text())
    return { status: answer.status, data, error }
  }
  const ended = async (id: string) => {
    const { data } = await readUntil(
      () => send('GET', `jobs/${id}?wait=20`),
      job => job.data.finished_at !== null,
      'the job has ended'
    )
    return data
  }
  const confirmed = async ({ id, confirm_token }: { id: string; confirm_token: string }) => {
    await send('POST', `jobs/${id}/confirm`, { confirm_token })
    return await ended(id)
  }
  const events = async (id: string, many: number): Promise<string[]> => {
    const types = (): string[] => [...new Set(receiver.seen.map(eventIn).flatMap(({ type, data }) => (data.job.id === id ? [type] : [])))]
    return (await readUntil(types, all => all.length >= many, `${many} events are delivered`)).toSorted()
  }
  return { server, receiver, send, ended, confirmed, events }
}

t.test(
  'over HTTP on a cluster: unknown items are reconciled, the rest is executed, everything is undone and deleted, and webhooks report each job',
  async t => {
    const { server, receiver, send, ended, confirmed, events } = await setUp(t)
    for (const n of [0, 3]) server.faults.set(`item-${n}`, 'lost_after')
    for (const n of [1, 4]) server.faults.set(`item-${n}`, 'lost_before')
    server.unreadable = true
    const made = await send('POST', 'shelf/bulk/paint', { many: 8, notify_url: `${receiver.url}/hook` })
    t.equal(made.status, 201)
    const parent = await confirmed(made.data)
    t.match(parent, { status: 'completed', progress: { succeeded: 4, unknown: 4 } })
    const refused = await send('POST', `jobs/${parent.id}/retry`, { outcomes: ['unknown'] })
    t.match(refused, { status: 428, error: { details: { reason: 'acknowledgement_required', unknown: 4 } } })

    server.unreadable = false
    const look = await send('POST', `jobs/${parent.id}/reconcile`, {})
    t.match(look, { data: { follow_up: 'reconcile', parent_id: parent.id, notifications: { url: receiver.url } } })
    t.ok([201, 202].includes(look.status))
    t.match(await ended(look.data.id), { status: 'completed', progress: { succeeded: 4 } })
    t.match((await send('GET', `jobs/${parent.id}`)).data, { progress: { succeeded: 6, unknown: 0, not_attempted: 2 }, errors: [] })
    t.same(await events(look.data.id, 1), ['job.completed'])

    server.faults.clear()
    const again = await send('POST', `jobs/${parent.id}/retry`, { outcomes: ['not_attempted'] })
    t.match(again, { status: 201, data: { follow_up: 'retry', preview: { total: { value: 2 }, undoable: true } } })
    t.match(await confirmed(again.data), { progress: { succeeded: 2 } })
    t.same(await events(again.data.id, 2), ['job.awaiting_confirmation', 'job.completed'])
    t.equal(server.writes.length, 8)
    t.equal(new Set(server.writes).size, 8, 'each was painted once')

    for (const { id } of [again.data, parent]) {
      const undo = await send('POST', `jobs/${id}/undo`, {})
      t.match(undo, { status: 201, data: { follow_up: 'undo' } })
      await confirmed(undo.data)
      t.same(await events(undo.data.id, 2), ['job.awaiting_confirmation', 'job.completed'])
    }
    const bare = [...server.colours].filter(([, colour]) => colour === 'bare').map(([id]) => id)
    t.same(bare.toSorted(), ['item-1', 'item-2', 'item-4', 'item-5', 'item-6', 'item-7'])
    t.same((await send('GET', `jobs/${parent.id}`)).data.child_ids.length, 3)

    for (const { id } of (await send('GET', 'jobs')).data.items) t.equal((await send('DELETE', `jobs/${id}`)).status, 200)
    t.same((await send('GET', 'jobs')).data.items, [])
    t.equal((await send('GET', `jobs/${parent.id}`)).status, 410)
  }
)

t.test('the whole life of a job on a cluster with two gateways and two workers, one of them killed', t =>
  jobsOnCluster(t, cluster.url, { items: 300, jobs: 1 })
)
