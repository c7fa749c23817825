import type { Test } from 'tap'
import type { Fault, FaultResponse, Match } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { temporaryFolder } from './app.ts'
import { silentLog } from './bulk.ts'
import { unavailableRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

/** The control of a sandbox server: reads what it received, and makes it fail. */
export interface SandboxControl {
  /** Requests since the last clear, in order of arrival. */
  requests: () => Promise<Received[]>
  /** Removes every fault, and releases held requests. */
  release: () => Promise<void>
  /** The same, and clears the recorded requests. */
  clear: () => Promise<void>
  /** Makes the next matching requests fail. */
  failNext: (match: Match, response: FaultResponse, times?: number) => Promise<void>
}

interface Recorded {
  requests: Received[]
  dropped: number
}

/** Returns the control of the sandbox server at this URL. */
export function controlOf(address: string): SandboxControl {
  const send = async (method: string, path: string, body?: Fault): Promise<Response> => {
    const url = new URL(`/__sandbox/${path}`, address)
    const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    async requests() {
      const { requests, dropped }: Recorded = JSON.parse(await (await send('GET', 'requests')).text())
      if (dropped > 0) throw new Error(`${dropped} requests were dropped: clear them earlier`)
      return requests
    },
    release: async () => void (await send('DELETE', 'faults')),
    async clear() {
      await send('DELETE', 'requests')
      await send('DELETE', 'faults')
    },
    failNext: async (match, response, times = 1) => void (await send('POST', 'faults', { match, response, times }))
  }
}

/** Connects a client of the system as for jobs, with the settings of its sandbox server. */
export async function clientOf(
  t: Test,
  tool: AnyTool,
  settings: Record<string, unknown>,
  allowPrivate: readonly string[] = []
): Promise<unknown> {
  const source = { environment: {}, systems: {}, sandbox: { [tool.name]: settings } }
  const dataDirectory = await temporaryFolder(t)
  const lenders = { log: silentLog, dataDirectory, allowPrivate, redis: unavailableRedis(t) }
  const connections = createConnections({ secrets: testSecrets, source: () => source, ...lenders })
  return (await connections.get(tool, undefined, 'bulk')).client
}
