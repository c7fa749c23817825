import autocannon from 'autocannon'
import { median, type Server } from './measure.ts'

export interface Load {
  path: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
  connections: number
  requests: number
}

export interface Comparison {
  /** CPU microseconds per request, median of the rounds. */
  ours: number
  bare: number
  /** Our speed relative to the bare server: its CPU time divided by ours, median of the rounds, so that a slow period of the machine counts once. */
  ratio: number
}

/** Alternating rounds of equal load on two servers, so that a slow machine affects both. `bareLoad`: the same load with another request. */
export async function compare(ours: Server, bare: Server, load: Load, rounds: number, bareLoad = load): Promise<Comparison> {
  const costs = { ours: [] as number[], bare: [] as number[] }
  const ratios: number[] = []
  for (let round = -1; round < rounds; round++) {
    const [a, b] = [await cost(ours, load), await cost(bare, bareLoad)]
    if (round < 0) continue // the first round warms both up
    costs.ours.push(a)
    costs.bare.push(b)
    ratios.push(b / a)
  }
  return { ours: median(costs.ours), bare: median(costs.bare), ratio: median(ratios) }
}

/** V8 keeps optimizing a server for this many requests. In production, servers have run for long. */
const WARM_UP = { connections: 50, requests: 30_000 }

export async function warmUp(server: Server, load: Omit<Load, 'connections' | 'requests'>): Promise<void> {
  await cost(server, { ...load, ...WARM_UP })
}

/** Returns CPU microseconds per request. `settle`: waits for what the requests left to do. */
export async function cost(server: Server, { path, connections, requests, ...rest }: Load, settle?: () => Promise<void>): Promise<number> {
  const before = await server.cpu()
  const result = await autocannon({ url: server.url + path, connections, amount: requests, ...rest })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}${path}: ${result.non2xx} responses were not 2xx, ${result.errors} errors`)
  await settle?.()
  return ((await server.cpu()) - before) / requests
}
