import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp, buildHealthApp } from './app.ts'
import { readHostId } from './bulk/host.ts'
import { createJobs } from './bulk/jobs.ts'
import type { Config } from './config.ts'
import { createConnections } from './connections.ts'
import { admit } from './contract/admit.ts'
import type { Caller } from './contract/caller.ts'
import type { Catalog } from './contract/catalog.ts'
import type { Permission } from './contract/operation.ts'
import type { Ports } from './contract/ports.ts'
import { callRunner } from './contract/run-call.ts'
import { demandDurability } from './durability.ts'
import type { InstanceSource } from './instances.ts'
import { createKeyring, LOCAL_CALLER } from './keys.ts'
import { processesIn } from './lend.ts'
import { createGuard } from './lib/guard/guard.ts'
import { startSweeping } from './lib/process/sweep.ts'
import { createIdempotency } from './lib/redis/idempotency/idempotency.ts'
import { sharedSecret } from './lib/redis/secret.ts'
import type { AuthOptions } from './plugins/auth.ts'
import { createPorts } from './ports.ts'
import { readinessChecks } from './readiness.ts'
import type { JobStore } from './redis.ts'
import { speakStdio } from './stdio.ts'
import { buildWorker, type WorkerOptions } from './worker.ts'

export interface GatewayOptions {
  config: Config
  catalog: Catalog
  store: JobStore
  log: Logger
  /** Settings of the stand-ins that run. */
  sandbox: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  version: string
}

export interface Gateway {
  app: FastifyInstance
  /** The address it answers at. */
  listen: () => Promise<string>
  /** Speaks MCP over standard input and output in place of listening, until the other side closes them. */
  speakStdio: () => Promise<void>
  /** Puts keys, policy and settings of a changed configuration in force. */
  reconfigure: (config: Config) => void
  close: () => Promise<void>
}

/** Puts a gateway together: the app, and the worker where the role asks for one. */
export async function openGateway({ config: first, catalog, store, log, sandbox, version }: GatewayOptions): Promise<Gateway> {
  const access = accessBy(first)
  const source = (): InstanceSource => ({ ...access.config(), sandbox })
  const hostId = await readHostId(first.dataDir)
  const sweeping = await startSweeping(processesIn(first.dataDir), log)
  const connections = createConnections({
    source,
    get jobs() {
      return jobs
    },
    log,
    dataDirectory: first.dataDir,
    allowPrivate: first.allowPrivate,
    redis: store.client
  })
  const ports = {
    ...createPorts({ policy: () => access.config().policy }),
    idempotency: createIdempotency(store.client, log)
  }
  const publicUrl = first.publicUrl ?? ''
  const webhooks = { guard: createGuard({ allow: first.allowPrivate }), secrets: () => access.config().webhookSecrets, publicUrl }
  const shared = { settings: first.jobs, connect: store.connect, connections, hostId, log, webhooks }
  const careful = first.durability === 'strict' && { demandDurability: () => demandDurability(store) }
  const jobs = createJobs({ ...shared, ...careful, publicUrl, admit: admission(catalog, ports) })
  const adapterOf = adaptersOf(catalog, { connections, ports, publicUrl })
  const worker = buildWorker({ ...shared, jobs, adapterOf, shared: first.role !== 'gateway' })
  const served = { auth: access.auth, log, checks: readinessChecks({ catalog, source, store, worker }) }
  const mcp = { discovery: first.discovery, secret: () => sharedSecret(store.client, 'mcp') }
  const parts = { catalog, connections, jobs, ports, version, publicUrl: first.publicUrl, packs: () => access.config().packs, mcp }
  const app = first.role === 'worker' ? await buildHealthApp(served) : await buildApp({ ...served, ...parts })
  return {
    app,
    listen: async () => await app.listen({ port: first.port, host: first.host }),
    speakStdio: async () => await speakStdio({ ...parts, log }),
    reconfigure(changed) {
      access.change(changed)
      connections.reset()
    },
    async close() {
      sweeping.stop()
      jobs.endWaits() // else the close would take as long as the longest of them
      await app.close()
      await worker.close()
      await jobs.close()
    }
  }
}

/** Whether a job of an operation may be set going: whoever does so has agreed to it. */
const admission =
  (catalog: Catalog, ports: Ports) =>
  (id: string, caller: Caller, permission?: Permission): void => {
    const operation = catalog.get(id)
    if (operation) admit(operation, { confirm: true }, { caller, ports }, permission)
  }

/** What a worker runs: bulk actions, programs, and calls of any operation. */
function adaptersOf(catalog: Catalog, lent: Parameters<typeof callRunner>[1]): WorkerOptions['adapterOf'] {
  return (id, kind) => {
    const operation = kind === 'call' ? catalog.get(id) : undefined
    return operation ? callRunner(operation, lent) : catalog.adapter(id)
  }
}

/** The configuration in force, and who may come in by it. */
function accessBy(first: Config) {
  let config = first
  let keyring = createKeyring(config.keys)
  const auth: AuthOptions = {
    identify: key => keyring.identify(key),
    get anonymous() {
      return config.keys.length === 0 ? LOCAL_CALLER : undefined
    }
  }
  return {
    auth,
    config: () => config,
    change(changed: Config) {
      config = changed
      keyring = createKeyring(config.keys)
    }
  }
}
