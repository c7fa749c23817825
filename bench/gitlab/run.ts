import { newKey } from '../../src/keys.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

const PATH = '/v1/gitlab/issues/1?project=acme%2Fweb'
const REQUESTS = 2000

/** `get_issue` through the gateway against a bare route that makes the same got call; one at a time, and fifty at once. */
export async function benchGitlab(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['gitlab:read'] })
  const system = await startServer(new URL('system.ts', import.meta.url))
  const ours = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, system.url])
  const bare = await startServer(new URL('bare.ts', import.meta.url), [system.url])
  try {
    const load = { path: PATH, headers: { authorization: `Bearer ${key}` }, requests: REQUESTS }
    const [one, fifty] = [
      await compare(ours, bare, { ...load, connections: 1 }, rounds),
      await compare(ours, bare, { ...load, connections: 50 }, rounds)
    ]
    return `gitlab: get_issue keeps ${one.ratio.toFixed(2)} (one at a time) and ${fifty.ratio.toFixed(2)} (50 at once) of the speed of a bare route with the same got call (${fifty.ours.toFixed(0)} µs against ${fifty.bare.toFixed(0)} µs of CPU a request)`
  } finally {
    for (const server of [ours, bare, system]) server.close()
  }
}
