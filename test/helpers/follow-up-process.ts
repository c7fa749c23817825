/**
 * A gateway without a door, in a process of its own: `node follow-up-process.ts <REDIS_URL>`. Of each line `<verb> <job>` it asks that five times at
 * once, and prints what it was answered: the id of a job for each, and how many were fresh.
 */
import { createInterface } from 'node:readline'
import { createJobs } from '../../src/bulk/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { alice, QUICK, quiet } from './bulk.ts'

const TIMES = 5
const endpoint = parseRedisUrl(process.argv[2] ?? '')
const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
const probe = connect('http')
await whenReady(probe, 10_000)
probe.disconnect()
const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
const jobs = createJobs({ connect, connections, hostId: 'h1', publicUrl: '', log: quiet, settings: QUICK })
const { signal } = new AbortController()
const verbs = {
  retry: (id: string) => jobs.retry(alice, id, { outcomes: ['not_attempted'], acknowledge_unknown: false }, signal),
  undo: (id: string) => jobs.undo(alice, id, signal),
  reconcile: (id: string) => jobs.reconcile(alice, id, signal)
}
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [verb = '', id = ''] = line.split(' ')
  const ask = Object.entries(verbs).find(([name]) => name === verb)?.[1]
  const answers = await Promise.all(Array.from({ length: TIMES }, () => ask?.(id)))
  process.stdout.write(
    `${JSON.stringify({ ids: answers.map(answer => answer?.job.id), fresh: answers.filter(answer => answer?.fresh).length })}\n`
  )
}
