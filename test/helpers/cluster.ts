import type { Redis } from 'ioredis'
import type { Test } from 'tap'
import { freePort } from './port.ts'
import { startTestRedis } from './redis.ts'
import { readUntil } from './wait-until.ts'

const SLOTS = 16_384
const NODES = 3

export interface TestCluster {
  /** A value for REDIS_URL: every node, comma-separated. */
  url: string
  /** A connection to a single node. */
  client: (node: number) => Redis
}

/** A real Redis Cluster of three masters on loopback ports, for one test. */
export async function startCluster(t: Pick<Test, 'teardown'>): Promise<TestCluster> {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort))
  const options = (port: number): string[] => [
    '--cluster-enabled',
    'yes',
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--cluster-node-timeout',
    '2000'
  ]
  // The bus port of a node is its port + 10000 by default, which may exceed 65535.
  const buses = await Promise.all(Array.from({ length: NODES }, freePort))
  const servers = await Promise.all(ports.map((port, node) => startTestRedis(t, [...options(port), '--cluster-port', String(buses[node])])))
  const clients = servers.map(server => server.client())
  await Promise.all(clients.map((client, node) => client.call('CLUSTER', 'ADDSLOTSRANGE', slot(node), slot(node + 1) - 1)))
  for (const [node, port] of ports.entries()) {
    if (node > 0) await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, buses[node] ?? 0)
  }
  await Promise.all(clients.map(whole))
  return {
    url: ports.map(port => `redis://127.0.0.1:${port}`).join(','),
    client: node => {
      const client = clients[node]
      if (client === undefined) throw new Error(`The cluster has no node ${node}`)
      return client
    }
  }
}

function slot(node: number): number {
  return Math.floor((SLOTS * node) / NODES)
}

/** Waits until a node knows all others and is ready. */
async function whole(client: Redis): Promise<void> {
  await readUntil(
    async () => String(await client.cluster('INFO')),
    info => info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`),
    'the cluster is ready'
  )
}
