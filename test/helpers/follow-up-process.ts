/**
 * A gateway without surfaces in a separate process: `node follow-up-process.ts <REDIS_URL>`. It runs each line `<verb> <job>` five times
 * at once, and prints the results: the job id of each, and how many were created.
 */

import { createInterface } from 'node:readline'
import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { alice, QUICK, silentLog } from './bulk.ts'
import { testSecrets } from './secrets.ts'

const TIMES = 5
const endpoint = parseRedisUrl(process.argv[2] ?? '')
const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
const probe = connect('http')
await whenReady(probe, 10_000)
probe.disconnect()
const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'h1', publicUrl: '', log: silentLog, settings: QUICK })
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
