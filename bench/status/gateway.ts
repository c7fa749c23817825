import path from 'node:path'
import pino from 'pino'
import { createJobs } from '../../src/bulk/jobs.ts'
import { loadCatalog } from '../../src/catalog.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', redis = ''] = process.argv
const log = pino({ level: 'silent' })
const connect = (use: RedisUse) => connectRedis({ kind: 'single', options: { path: redis } }, use, log)
const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
const jobs = createJobs({ connect, connections, hostId: 'bench', publicUrl: '', log })
const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const own = operations.filter(({ tool }) => tool.name === 'jobs')
await startGateway(own, hash, {}, 'bench:read', redis, jobs)
