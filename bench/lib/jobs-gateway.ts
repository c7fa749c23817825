import path from 'node:path'
import pino from 'pino'
import type { Operation } from '../../src/contract/operation.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { startGateway } from './gateway.ts'

interface Options {
  /** The operations that it serves. Default: all. */
  serves?: (operation: Operation) => boolean
  scope: string
  consoleFolder?: string
}

/** Starts the real gateway with jobs. The process has the hash of the key and the socket of Redis as its arguments. */
export async function startJobsGateway({ serves = () => true, scope, consoleFolder }: Options): Promise<void> {
  const [, , hash = '', redis = ''] = process.argv
  const log = pino({ level: 'silent' })
  const connect = (use: RedisUse) => connectRedis({ kind: 'single', options: { path: redis } }, use, log)
  const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
  const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'bench', publicUrl: '', log })
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  await startGateway(operations.filter(serves), hash, {}, scope, { redis, jobs, ...(consoleFolder !== undefined && { consoleFolder }) })
}
