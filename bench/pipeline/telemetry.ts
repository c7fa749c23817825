import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newKey } from '../../src/access/keys.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** The read of the pipeline bench with metrics, and with metrics and every trace sent to a collector, compared with the gateway without both. */
export async function benchTelemetry(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const collector = createServer((request, response) => void request.resume().on('end', () => response.end()))
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const measured = new URL('measured.ts', import.meta.url)
  const off = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash])
  const servers = { metrics: await startServer(measured, [entry.hash]), traces: await startServer(measured, [entry.hash, endpoint]) }
  try {
    const headers = { authorization: `Bearer ${key}` }
    const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', headers, connections: 10, requests: 20_000 }
    const costs: string[] = []
    for (const [what, server] of Object.entries(servers)) {
      const { ratio, ours, bare } = await compare(server, off, load, rounds)
      costs.push(`${what} ${((1 / ratio - 1) * 100).toFixed(1)}% (${ours.toFixed(0)} µs compared with ${bare.toFixed(0)} µs)`)
    }
    return `telemetry: additional CPU time per request: ${costs.join(', ')}`
  } finally {
    for (const server of [off, ...Object.values(servers)]) server.close()
    collector.close()
  }
}
