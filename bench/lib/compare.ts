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
  /** CPU microseconds a request, median over the rounds. */
  ours: number
  bare: number
  /** Speed of ours as a share of the bare one's: bare CPU time over ours, median over the rounds, so that a slow spell of the machine counts once. */
  ratio: number
}

/** Rounds of equal load on two servers in turn, so that a machine that slows down slows both. `bareLoad`: the same, asked for in another way. */
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

/** V8 goes on to optimize what a server does for so many requests, and more where there is more to optimize. Users meet servers that have run for long. */
const WARM_UP = { connections: 50, requests: 30_000 }

export async function warmUp(server: Server, load: Omit<Load, 'connections' | 'requests'>): Promise<void> {
  await cost(server, { ...load, ...WARM_UP })
}

async function cost(server: Server, { path, connections, requests, ...rest }: Load): Promise<number> {
  const before = await server.cpu()
  const result = await autocannon({ url: server.url + path, connections, amount: requests, ...rest })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}${path}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  return ((await server.cpu()) - before) / requests
}
