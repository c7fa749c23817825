import { newKey } from '../../src/keys.ts'
import { type Comparison, compare, warmUp } from './compare.ts'
import { median, startServer } from './measure.ts'

export interface Asked {
  /** Where system.ts, gateway.ts and bare.ts are. */
  folder: string
  /** Of the key that calls. */
  scope: string
  path: string
  /** How many call at once; compared for each. */
  connections: readonly number[]
}

/** V8 compiles the very same server into one that costs a fifth more or less, so each of the two is started several times. */
const LAUNCHES = 5

/** Short rounds: a slow spell of the machine then falls on both servers alike, or on few rounds. */
const REQUESTS = 500

/** A call to a system through the gateway, against a bare route that makes the same got call: by got's promise, where the gateway reads by its stream. */
export async function againstBare(name: string, asked: Asked, rounds: number): Promise<string> {
  const launches: Comparison[][] = []
  for (let launch = 0; launch < LAUNCHES; launch++) launches.push(await launched(asked, rounds, launch % 2 === 1))
  const told = asked.connections.map((connections, index) =>
    toldOf(
      connections,
      launches.flatMap(launch => launch[index] ?? [])
    )
  )
  return `${name}, against a bare route with the same got call: ${told.join(', ')}`
}

function toldOf(connections: number, all: readonly Comparison[]): string {
  const middle = (key: keyof Comparison): number => median(all.map(comparison => comparison[key]))
  const ratios = all.map(({ ratio }) => ratio.toFixed(2)).join(' ')
  const costs = costsOf({ ours: middle('ours'), bare: middle('bare') })
  return `${middle('ratio').toFixed(2)} of its speed with ${connections} at once (${costs}; by launch ${ratios})`
}

/** Both servers, new. Who is warm first waits longer for the other, so they take turns at that. */
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
  `${ours.toFixed(0)} µs against ${bare.toFixed(0)} µs of CPU a request`
