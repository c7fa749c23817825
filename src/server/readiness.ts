import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../contract/runtime.ts'
import type { CallLog } from '../record/record.ts'
import { type InstanceSource, instancesOf } from '../systems/instances.ts'
import type { Check } from './plugins/health.ts'
import type { JobStore } from './redis.ts'

export interface ReadinessParts {
  catalog: Catalog
  source: () => InstanceSource
  store: JobStore
  worker: { isRunning: () => boolean }
  jobs: { hasWorker: () => Promise<boolean> }
  /** undefined: calls are not recorded. */
  record: Pick<CallLog, 'problem' | 'retentionProblem'> | undefined
  /** Problems with the configuration files since they changed, without secrets. */
  fault: () => string | undefined
}

/** The checks that determine whether a process is ready. */
export const readinessChecks = ({ catalog, source, store, worker, jobs, record, fault }: ReadinessParts): Check[] => [
  { name: 'redis', problem: async () => await redisProblem(store), note: store.possibleLoss },
  { name: 'queue', problem: () => (worker.isRunning() ? undefined : 'The worker of this process has stopped taking jobs') },
  // Only a note: this process can still serve calls, so proxies must not remove it.
  { name: 'worker', problem: () => undefined, note: () => workerNote(jobs), reason: 'no_worker' },
  { name: 'config', problem: () => configProblem(catalog, source()), note: async () => fault() },
  ...(record ? recordChecks(record) : [])
]

/** Only notes: calls wait in Redis, and are refused once too many do; and calls are recorded while old rows are kept. */
const recordChecks = ({ problem, retentionProblem }: Pick<CallLog, 'problem' | 'retentionProblem'>): Check[] => [
  { name: 'record', problem: () => undefined, note: async () => problem(), reason: 'record_not_written' },
  { name: 'record_retention', problem: () => undefined, note: async () => retentionProblem(), reason: 'record_not_verified' }
]

async function workerNote(jobs: ReadinessParts['jobs']): Promise<string | undefined> {
  if (await jobs.hasWorker().catch(() => true)) return undefined // unknown without Redis, which has its own check
  return 'No worker process runs: jobs wait until one does. Start a gateway with TOOLGATE_ROLE=worker or all.'
}

async function redisProblem({ client, fault }: JobStore): Promise<string | undefined> {
  const reply = await client.ping().catch(() => undefined)
  return reply === 'PONG' ? await fault() : 'Redis does not respond'
}

/** A broken instance disables only itself. A gateway is not ready if all its instances are broken. */
function configProblem(catalog: Catalog, source: InstanceSource): string | undefined {
  const instances = configured(catalog, source)
  if (instances.length === 0 || instances.some(({ instance }) => instance.problems.length === 0)) return undefined
  return instances.map(({ tool, instance }) => `${tool.name} ${instance.name}: ${instance.problems.join('; ')}`).join(' | ')
}

/** Returns a function that logs each problem of each instance as a warning, and on further calls only new ones. */
export function instanceReporter(catalog: Catalog, source: () => InstanceSource, log: Log): () => void {
  let known = new Set<string>()
  return () => {
    const now = source()
    const reported = new Set(Object.values(now.unread ?? {})) // logged when the configuration was read
    const found = configured(catalog, now).flatMap(({ tool, instance }) =>
      instance.problems
        .filter(problem => !reported.has(problem))
        .map(problem => ({ system: tool.name, instance: instance.name, text: `${tool.name} ${instance.name} is disabled: ${problem}` }))
    )
    for (const { system, instance, text } of found) if (!known.has(text)) log.warn({ system, instance }, text)
    known = new Set(found.map(({ text }) => text))
  }
}

/** All instances of systems that have settings. */
const configured = ({ tools }: Catalog, source: InstanceSource) =>
  tools
    .flatMap(tool => [...instancesOf(tool, source).instances.values()].map(instance => ({ tool, instance })))
    .filter(({ instance }) => !instance.unnamed)
