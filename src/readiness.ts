import type { Catalog } from './contract/catalog.ts'
import { type InstanceSource, instancesOf } from './instances.ts'
import type { Check } from './plugins/health.ts'
import type { JobStore } from './redis.ts'

export interface ReadinessParts {
  catalog: Catalog
  source: () => InstanceSource
  store: JobStore
  worker: { isRunning: () => boolean }
}

/** What a process needs before it can do its work. */
export const readinessChecks = ({ catalog, source, store, worker }: ReadinessParts): Check[] => [
  { name: 'redis', problem: async () => await redisProblem(store), note: store.possibleLoss },
  { name: 'queue', problem: () => (worker.isRunning() ? undefined : 'The worker of this process has stopped taking jobs') },
  { name: 'config', problem: () => configProblem(catalog, source()) }
]

async function redisProblem({ client, fault }: JobStore): Promise<string | undefined> {
  const answer = await client.ping().catch(() => 'no answer')
  return answer === 'PONG' ? await fault() : 'Redis does not answer'
}

/** A broken instance disables itself alone; a gateway of which every instance is broken can do nothing. */
function configProblem({ tools }: Catalog, source: InstanceSource): string | undefined {
  const instances = tools
    .flatMap(tool => [...instancesOf(tool, source).instances.values()].map(instance => ({ tool, instance })))
    .filter(({ instance }) => !instance.unnamed)
  if (instances.length === 0 || instances.some(({ instance }) => instance.problems.length === 0)) return undefined
  return instances.map(({ tool, instance }) => `${tool.name} ${instance.name}: ${instance.problems.join('; ')}`).join(' | ')
}
