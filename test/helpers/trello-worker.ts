/** A worker that comments on cards, in a process of its own, for tests that kill it: `node trello-worker.ts <REDIS_URL> <address of the stand-in>`. */
import { createJobs } from '../../src/bulk/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import commentCards from '../../src/tools/trello/bulk/comment-cards.ts'
import { buildWorker } from '../../src/worker.ts'
import { QUICK, quiet } from './bulk.ts'
import { clientAt } from './trello-client.ts'

const [url = '', address = ''] = process.argv.slice(2)
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
const client = await clientAt(address)
const connections = { get: async () => ({ client, instance: null, sandbox: false }) }
const shared = { connect, connections, hostId: 'h1', log: quiet, settings: QUICK }
const jobs = createJobs({ ...shared, publicUrl: '' })
buildWorker({ ...shared, jobs, adapterOf: id => (id === commentCards.id ? commentCards : undefined) })
process.stdout.write('ready\n')
