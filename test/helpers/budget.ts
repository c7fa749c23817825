import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Test } from 'tap'
import { Type } from 'typebox'
import { httpSettings } from '../../src/contract/http-settings.ts'
import type { BudgetLane, BudgetRule } from '../../src/contract/runtime.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { createBudget } from '../../src/lib/budget/budget.ts'
import { upstreamOptions } from '../../src/lib/http/options.ts'
import { createUpstream, type Upstream } from '../../src/lib/http/upstream.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { silentLog } from './bulk.ts'

/** A fake system over HTTP that allows a number of requests in three seconds. */
export const metered = defineTool({
  name: 'metered',
  title: 'Metered',
  description: 'A system of the tests.',
  prompt: 'Use it in tests.',
  settings: Type.Object({ ...httpSettings(), units: Type.Integer({ default: 20, description: 'Units in three seconds' }) }),
  budgets: ({ units }) => [rule(units)],
  connect: async (settings, runtime): Promise<Upstream> =>
    createUpstream({ ...(await upstreamOptions(settings, runtime)), title: 'Metered' }),
  available: async () => ({ available: true }),
  concurrent: true
})

export const PER_MS = 3_000
export const rule = (capacity: number, more: Partial<BudgetRule> = {}): BudgetRule => ({
  name: 'requests',
  capacity,
  per_ms: PER_MS,
  ...more
})

export const budgetOf = (redis: RedisClient, rules: readonly BudgetRule[], lane: BudgetLane = 'calls', instance = 'default') =>
  createBudget({ redis, log: silentLog, rules, lane, system: 'metered', title: 'Metered', instance })

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const answer = (response: ServerResponse, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}')
}

/** A server on loopback that records when each request arrived. */
export async function meteredServer(
  t: Test,
  handler: Handler = (_request, response) => answer(response)
): Promise<{ url: string; came: number[] }> {
  const came: number[] = []
  const server = createServer((request, response) => {
    came.push(performance.now())
    handler(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, came }
}

/** Maximum number of requests in any window of time. */
export function most(came: readonly number[], ms: number): number {
  const times = [...came].sort((a, b) => a - b)
  return times.reduce((highest, start, at) => Math.max(highest, times.slice(at).filter(time => time < start + ms).length), 0)
}

/** A process that sends as many requests as its budget allows: see budget-process.ts. */
export function sender(t: Test, socket: string, url: string, capacity: number, lane: BudgetLane, ms: number): ChildProcess {
  const program = path.join(import.meta.dirname, 'budget-process.ts')
  const child = spawn(process.execPath, [program, socket, url, String(capacity), lane, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}
