import type { Test } from 'tap'
import type { Fault, FaultAnswer, Match } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { createConnections } from '../../src/connections.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { awayJobs, temporaryFolder } from './app.ts'
import { quiet } from './bulk.ts'
import { awayRedis } from './redis.ts'

/** How a test sees what a stand-in received, and makes it fail. */
export interface StandInControl {
  /** What it received since the last clear, in the order of arrival. */
  requests: () => Promise<Received[]>
  /** Lets go whatever is held, and forgets every fault. */
  release: () => Promise<void>
  /** The same; what was received is forgotten too. */
  clear: () => Promise<void>
  /** The next request that fits, or so many, fails. */
  failNext: (match: Match, answer: FaultAnswer, times?: number) => Promise<void>
}

interface Ledger {
  requests: Received[]
  dropped: number
}

/** The control of a stand-in that listens at the address, whatever its path. */
export function controlOf(address: string): StandInControl {
  const send = async (method: string, path: string, body?: Fault): Promise<Response> => {
    const url = new URL(`/__sandbox/${path}`, address)
    const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    async requests() {
      const { requests, dropped }: Ledger = JSON.parse(await (await send('GET', 'requests')).text())
      if (dropped > 0) throw new Error(`The ledger has lost ${dropped} requests: clear it earlier`)
      return requests
    },
    release: async () => void (await send('DELETE', 'faults')),
    async clear() {
      await send('DELETE', 'requests')
      await send('DELETE', 'faults')
    },
    failNext: async (match, answer, times = 1) => void (await send('POST', 'faults', { match, answer, times }))
  }
}

/** A client of the system as jobs have it, connected with the settings that its stand-in tells. */
export async function clientOf(
  t: Test,
  tool: AnyTool,
  settings: Record<string, unknown>,
  allowPrivate: readonly string[] = []
): Promise<unknown> {
  const source = { environment: {}, systems: {}, sandbox: { [tool.name]: settings } }
  const dataDirectory = await temporaryFolder(t)
  const lenders = { jobs: awayJobs(), log: quiet, dataDirectory, allowPrivate, redis: awayRedis(t) }
  const connections = createConnections({ source: () => source, ...lenders })
  return (await connections.get(tool, undefined, 'bulk')).client
}
