import { newKey } from '../../src/access/keys.ts'
import { type Comparison, compare, warmUp } from './compare.ts'
import { median, startServer } from './measure.ts'

export interface Asked {
  /** Folder of system.ts, gateway.ts and bare.ts. */
  folder: string
  /** Scopes of the calling key. */
  scope: string
  path: string
  /** Numbers of simultaneous connections, each compared. */
  connections: readonly number[]
}

/** V8 optimizes the same server differently on each launch, by up to a fifth of its cost, so both servers are started several times. */
const LAUNCHES = 5

/** Short rounds, so that a slow period of the machine affects both servers equally, or few rounds. */
const REQUESTS = 500

/** A call to an upstream through the gateway, compared with a bare route that sends the same got request: with got's promise, while the gateway uses its stream. */
export async function againstBare(name: string, asked: Asked, rounds: number): Promise<string> {
  const launches: Comparison[][] = []
  for (let launch = 0; launch < LAUNCHES; launch++) launches.push(await launched(asked, rounds, launch % 2 === 1))
  const results = asked.connections.map((connections, index) =>
    descriptionOf(
      connections,
      launches.flatMap(launch => launch[index] ?? [])
    )
  )
  return `${name}, compared with a bare route with the same got request: ${results.join(', ')}`
}

function descriptionOf(connections: number, all: readonly Comparison[]): string {
  const medianOf = (key: keyof Comparison): number => median(all.map(comparison => comparison[key]))
  const ratios = all.map(({ ratio }) => ratio.toFixed(2)).join(' ')
  const costs = costsOf({ ours: medianOf('ours'), bare: medianOf('bare') })
  return `${medianOf('ratio').toFixed(2)} of its speed with ${connections} at once (${costs}; by launch ${ratios})`
}

/** Starts both servers. The one that is warm first waits longer for the other, so the order alternates. */
async function launched({ folder, scope, path, connections }: Asked, rounds: number, isBareFirst: boolean): Promise<Comparison[]> {
  const { key, entry } = newKey({ id: 'bench', scopes: [scope] })
  const load = { path, headers: { authorization: `Bearer ${key}` } }
  const system = await startServer(new URL('system.ts', folder))
  const ours = await startServer(new URL('gateway.ts', folder), [entry.hash, system.url])
  const bare = await startServer(new URL('bare.ts', folder), [system.url])
  try {
    for (const server of isBareFirst ? [bare, ours] : [ours, bare]) await warmUp(server, load)
    const compared: Comparison[] = []
    for (const amount of connections) compared.push(await compare(ours, bare, { ...load, connections: amount, requests: REQUESTS }, rounds))
    return compared
  } finally {
    for (const server of [ours, bare, system]) server.close()
  }
}

export const costsOf = ({ ours, bare }: Omit<Comparison, 'ratio'>): string =>
  `${ours.toFixed(0)} µs compared with ${bare.toFixed(0)} µs of CPU per request`
