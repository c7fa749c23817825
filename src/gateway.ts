import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp, buildHealthApp } from './app.ts'
import { readHostId } from './bulk/host.ts'
import { createJobs } from './bulk/jobs.ts'
import type { Config } from './config.ts'
import { createConnections } from './connections.ts'
import type { Catalog } from './contract/catalog.ts'
import type { InstanceSource } from './instances.ts'
import { createKeyring, LOCAL_CALLER } from './keys.ts'
import type { AuthOptions } from './plugins/auth.ts'
import { createPorts } from './ports.ts'
import { readinessChecks } from './readiness.ts'
import type { JobStore } from './redis.ts'
import { buildWorker } from './worker.ts'

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
  /** Puts keys, policy and settings of a changed configuration in force. */
  reconfigure: (config: Config) => void
  close: () => Promise<void>
}

/** Puts a gateway together: the app, and the worker where the role asks for one. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { catalog, store, log, sandbox, version } = options
  let { config } = options
  let keyring = createKeyring(config.keys)
  const hostId = await readHostId(config.dataDir)
  const source = (): InstanceSource => ({ environment: config.environment, systems: config.systems, sandbox })
  const connections = createConnections({
    source,
    get jobs() {
      return jobs
    },
    log,
    dataDirectory: config.dataDir
  })
  const jobs = createJobs({ connect: store.connect, connections, hostId, publicUrl: config.publicUrl ?? '', log })
  const auth: AuthOptions = {
    identify: key => keyring.identify(key),
    get anonymous() {
      return config.keys.length === 0 ? LOCAL_CALLER : undefined
    }
  }
  const ports = createPorts({ policy: () => config.policy })
  const worker = buildWorker({
    connect: store.connect,
    adapterOf: catalog.adapter,
    connections,
    jobs,
    hostId,
    log,
    shared: config.role !== 'gateway'
  })
  const checks = readinessChecks({ catalog, source, store, worker })
  const app =
    config.role === 'worker'
      ? await buildHealthApp({ auth, log, checks })
      : await buildApp({ catalog, connections, jobs, ports, auth, log, checks, version, publicUrl: config.publicUrl })
  return {
    app,
    listen: async () => await app.listen({ port: config.port, host: config.host }),
    reconfigure(changed) {
      config = changed
      keyring = createKeyring(config.keys)
      connections.reset()
    },
    async close() {
      await app.close()
      await worker.close()
      await jobs.close()
    }
  }
}
