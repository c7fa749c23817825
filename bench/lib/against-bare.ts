import { newKey } from '../../src/keys.ts'
import { type Comparison, compare, warmUp } from './compare.ts'
import { startServer } from './measure.ts'

export interface Asked {
  /** Where system.ts, gateway.ts and bare.ts are. */
  folder: string
  /** Of the key that calls. */
  scope: string
  path: string
  requests: number
}

/** A call to a system through the gateway, against a bare route that makes the same got call, with so many at once. */
export async function againstBare<Result>(
  { folder, scope, ...load }: Asked,
  rounds: number,
  work: (compared: (connections: number) => Promise<Comparison>) => Promise<Result>
): Promise<Result> {
  const { key, entry } = newKey({ id: 'bench', scopes: [scope] })
  const headers = { authorization: `Bearer ${key}` }
  const system = await startServer(new URL('system.ts', folder))
  const ours = await startServer(new URL('gateway.ts', folder), [entry.hash, system.url])
  const bare = await startServer(new URL('bare.ts', folder), [system.url])
  try {
    for (const server of [ours, bare]) await warmUp(server, { path: load.path, headers })
    return await work(connections => compare(ours, bare, { ...load, headers, connections }, rounds))
  } finally {
    for (const server of [ours, bare, system]) server.close()
  }
}

export const costsOf = ({ ours, bare }: Comparison): string => `${ours.toFixed(0)} µs against ${bare.toFixed(0)} µs of CPU a request`
