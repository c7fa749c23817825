/** Sends as many requests as its budget allows: `node budget-process.ts <socket of Redis> <URL> <capacity> <lane> <ms>`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { OperationError } from '../../src/contract/errors.ts'
import { createUpstream } from '../../src/lib/http/upstream.ts'
import { budgetOf, rule } from './budget.ts'

const [socket = '', url = '', capacity = '', lane = '', ms = ''] = process.argv.slice(2)
const redis = new Redis({ path: socket })
const budget = budgetOf(redis, [rule(Number(capacity))], lane === 'bulk' ? 'bulk' : 'calls')
const upstream = createUpstream({ title: 'Metered', url, budget })
const until = performance.now() + Number(ms)
const { signal } = new AbortController()

async function send(): Promise<void> {
  while (performance.now() < until) {
    try {
      await upstream.request({ path: 'x', signal })
    } catch (error) {
      if (!(error instanceof OperationError) || error.details.source !== 'gateway') throw error
      await sleep(Math.min(error.details.retry_after_ms ?? 0, until - performance.now()))
    }
  }
}
process.stdout.write('ready\n')
await Promise.all(Array.from({ length: 6 }, send))
upstream.close()
await redis.quit()
