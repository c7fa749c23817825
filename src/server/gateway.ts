import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Access, createAccess } from '../access/access.ts'
import { type ApprovalService, createApprovals } from '../access/approvals/approvals.ts'
import { isWithinResources } from '../access/constraints.ts'
import { createLimiter, type Limiter } from '../access/limits/limiter.ts'
import { createLimits } from '../access/limits/limits.ts'
import { storeEntryRows } from '../access/managed/entry-rows.ts'
import { createKeys } from '../access/managed/key-admin.ts'
import { createKeyUses, type KeyUses } from '../access/managed/key-uses.ts'
import { makersOf } from '../access/managed/key-view.ts'
import { fieldOfKey } from '../access/managed/stored-key.ts'
import { createUsage, type UsageCounter } from '../access/usage/usage.ts'
import { webhookSecrets } from '../access/webhook-secrets.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { warmSearch } from '../catalog/search/search.ts'
import type { Selection } from '../catalog/visible.ts'
import { checkConstraints } from '../config/check-constraints.ts'
import { checkLimits, checkScopes } from '../config/check-scopes.ts'
import type { Config } from '../config/config.ts'
import { grantableScopes } from '../config/grantable-scopes.ts'
import { knownNames } from '../config/known.ts'
import type { Problem } from '../config/problems.ts'
import type { Caller } from '../contract/call.ts'
import { constraintsOf } from '../contract/constraints.ts'
import { type Issue, OperationError, type Reason } from '../contract/errors.ts'
import { highestPermission } from '../contract/operation.ts'
import { credentialOf, keyOf } from '../contract/principal.ts'
import { CONSOLE_FOLDER } from '../folders.ts'
import { createJobs, type JobsService } from '../jobs/jobs.ts'
import { readHostId } from '../jobs/scheduling/hosts.ts'
import { NOTICES_CHANNEL } from '../jobs/store/keys.ts'
import type { JobToStart, LacksApproval, Revoked, UseJobApproval } from '../jobs/store/read-job.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { CircuitChange } from '../lib/circuit/circuit.ts'
import { createGuard } from '../lib/guard/guard.ts'
import { createInProgress } from '../lib/in-progress.ts'
import { startSweeps } from '../lib/process/registry.ts'
import { sharedSecret } from '../lib/redis/secret.ts'
import { openSecrets, type Secrets } from '../lib/secrets.ts'
import { authorize } from '../pipeline/authorize.ts'
import { createIdempotency } from '../pipeline/idempotency/idempotency.ts'
import type { Connections, Ports, RecordedAction, RecordPort } from '../pipeline/ports.ts'
import { callRunner } from '../pipeline/run-call.ts'
import { type CallLog, openRecord } from '../record/record.ts'
import { createConnections } from '../systems/connections.ts'
import { processesIn } from '../systems/create-runtime.ts'
import type { InstanceSource } from '../systems/instances.ts'
import { buildApp, buildHealthApp, openapiOf } from './app.ts'
import { requireDurability } from './durability.ts'
import { createPorts } from './ports.ts'
import { instanceReporter, readinessChecks } from './readiness.ts'
import type { JobStore } from './redis.ts'
import { withReplay } from './replay.ts'
import { speakStdio } from './stdio.ts'
import { observeProcess, openTelemetry } from './telemetry.ts'
import { type BuiltWorker, buildWorker, type WorkerOptions } from './worker.ts'

export interface GatewayOptions {
  config: Config
  catalog: Catalog
  store: JobStore
  log: Logger
  /** Settings of the running sandbox servers. */
  sandbox: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  version: string
}

export interface Gateway {
  app: FastifyInstance
  /** Starts listening and returns the URL. */
  listen: () => Promise<string>
  /** Serves MCP over standard input and output instead of listening, until the client closes them. `choice` selects its tools. */
  speakStdio: (choice: Selection) => Promise<void>
  /** Applies the keys, policy and settings of a changed configuration. */
  reconfigure: (config: Config) => void
  /** Shows a problem with the configuration files in /readyz, without secrets; undefined if it is solved. */
  reportFault: (fault: string | undefined) => void
  close: () => Promise<void>
}

/** Creates the app, and the worker if the role includes it. */
export async function openGateway({ config: first, catalog, store, log, sandbox, version }: GatewayOptions): Promise<Gateway> {
  const telemetry = await openTelemetry({ config: first.telemetry, version, log })
  const access = createAccess(first, store.keys, log)
  const source = (): InstanceSource => ({ ...access.config(), managedKeys: store.keys.ids(), sandbox })
  const hostId = await readHostId(first.dataDir)
  const secrets = await openSecrets(first.dataDir, first.secrets, log)
  const sweeping = await startSweeps(processesIn(first.dataDir), log)
  const record = first.record.enabled
    ? openRecord({
        dataDirectory: first.dataDir,
        hostId,
        databaseUrl: first.recordDatabaseUrl,
        redis: store.client,
        secrets,
        log,
        settings: first.record
      })
    : undefined
  const connections = connectionsBy({ config: first, store, log }, source, secrets, record)
  const uses = createKeyUses(store.client, log)
  const limiter = createLimiter(store.client, log)
  const usage = createUsage(
    store.client,
    log,
    catalog.tools.map(({ name }) => name)
  )
  const careful = first.durability === 'strict' && { requireDurability: () => requireDurability(store) }
  const publicUrl = first.publicUrl ?? ''
  const approvals = createApprovals({
    redis: store.client,
    secrets,
    settings: first.approvals,
    publicUrl,
    policy: () => access.config().policy,
    operationOf: id => catalog.get(id),
    makersOf: id => makersOf(store.keys.get(fieldOfKey(id))),
    notify: first.approvalsNotify && { ...first.approvalsNotify, channel: NOTICES_CHANNEL },
    wakeJob: id => jobs.wake(id),
    ...careful
  })
  const ports = {
    ...createPorts({ policy: () => access.config().policy }),
    idempotency: createIdempotency(store.client, log, secrets),
    ...(record && { record: notingUses(withReplay(record, catalog), uses) }),
    keys: createKeys({
      store: store.keys,
      uses,
      entries: () => access.config().keys,
      unknownNames: unknownNames(catalog),
      cancelJobs: keyId => jobs.cancelOf(keyId),
      ...careful
    }),
    limits: createLimits(limiter),
    usage,
    approvals,
    whenRevoked: revocationsOf(access)
  }
  const secretsOf = (callerId: string): readonly string[] => {
    const keyId = keyOf(callerId)
    return webhookSecrets(keyId, access.hashesOf(keyId), access.config().keys, secrets)
  }
  const webhooks = { guard: createGuard({ allow: first.allowPrivate }), secrets: secretsOf, publicUrl, isRevoked: access.isRevoked }
  const shared = { settings: first.jobs, connect: store.connect, connections, hostId, log, secrets, webhooks, onErased: store.erased }
  const admit = admission(catalog, ports, connections)
  const revoked = revocation(access, catalog, admit)
  const jobs = createJobs({
    ...shared,
    ...careful,
    publicUrl,
    authorize: admit,
    useApproval: jobApprovals(catalog, ports, connections),
    withdrawApproval: jobId => approvals.withdraw({ jobId }),
    permits: permitted(admit),
    revoked
  })
  stopRevoked(access, jobs, log)
  access.onReduced(credentials => withdrawApprovals(approvals, credentials, log))
  onNewIds(store.keys, connections.resetNaming)
  const storeEntries = async (): Promise<readonly string[]> =>
    await storeEntryRows(store.keys, access.config().keys).catch(err => {
      log.warn({ err }, 'The IDs of the keys of the configuration could not be stored; the next start or reload stores them')
      return []
    })
  withdrawApprovals(approvals, await storeEntries(), log)
  if (access.hasKeys()) withdrawRefused(access, approvals, log)
  const adapterOf = adaptersOf(catalog, { connections, ports, publicUrl, callerOf: access.callerOf })
  const worker = buildWorker({
    ...shared,
    jobs,
    adapterOf,
    revoked,
    lacksApproval: approvalLack(admit),
    otherEvents: approvals.notices,
    takeItems: itemCounter(access, ports),
    shared: first.role !== 'gateway'
  })
  const served = {
    auth: access.auth,
    log,
    checks: readinessChecks({ catalog, source, store, worker, jobs, record, fault: access.fault }),
    metrics: telemetry.metrics
  }
  const stopObserving = observeProcess({ redis: store.client, connections, approvals })
  const reportInstances = instanceReporter(catalog, source, log)
  reportInstances()
  const mcp = { discovery: first.discovery, secret: () => sharedSecret(store.client, 'mcp') }
  const { onConfigured, announce } = announcer()
  const calls = { catalog, connections, jobs, ports, version, publicUrl: first.publicUrl, trustProxy: first.trustProxy }
  const parts = {
    ...calls,
    consoleFolder: CONSOLE_FOLDER,
    packs: () => access.config().packs,
    issuers: () => access.config().issuers,
    mcp,
    webhookSecrets: secretsOf,
    grantableScopes: grantableScopes(catalog),
    onConfigured
  }
  /** Records what is in force after the files have changed. */
  const recordReload = (reason?: Reason): void => {
    const { keys, issuers, policy } = access.config()
    const summary = { keys: keys.length, ...(issuers.length > 0 && { issuers: issuers.length }), policy_rules: policy.length }
    record?.action({ operation: 'toolgate_reload_configuration', caller: 'config', duration_ms: 0, summary, ...(reason && { reason }) })
  }
  const app = first.role === 'worker' ? await buildHealthApp({ ...served, ...calls }) : await buildApp({ ...served, ...parts })
  return {
    app,
    async listen() {
      await telemetry.listen()
      const url = await app.listen({ port: first.port, host: first.host })
      void openUnfinished(catalog, connections, first.dataDir, log)
      if (first.role !== 'worker') warmSearch(catalog.operations)
      return url
    },
    async speakStdio(choice) {
      void openUnfinished(catalog, connections, first.dataDir, log)
      return await speakStdio({ ...parts, log, openapi: await openapiOf(app, catalog) }, choice)
    },
    reconfigure(changed) {
      access.change(changed)
      recordReload()
      void storeEntries()
      connections.reset()
      announce()
      reportInstances()
    },
    reportFault(fault) {
      access.report(fault)
      if (fault !== undefined) recordReload('configuration_invalid')
    },
    async close() {
      await closeAll({ access, approvals, sweeping, jobs, app, worker, record, uses, limiter, usage })
      stopObserving()
      await telemetry.close()
    }
  }
}

/** Opens the instances with work that a killed process left, which finishes it. */
async function openUnfinished({ tools }: Catalog, connections: Connections, dataDirectory: string, log: Logger): Promise<void> {
  for (const tool of tools) {
    for (const name of (await tool.unfinished?.(path.join(dataDirectory, tool.name))) ?? []) {
      try {
        const { client } = await connections.get(tool, name)
        const state = await tool.available(client)
        if (!state.available) throw new Error(state.reason)
      } catch (err) {
        log.warn({ err, system: tool.name, instance: name }, 'Work that a killed process left could not be finished')
      }
    }
  }
}

interface Closable {
  access: Access
  approvals: ApprovalService
  sweeping: { stop: () => void }
  jobs: JobsService
  app: FastifyInstance
  worker: BuiltWorker
  record: CallLog | undefined
  uses: KeyUses
  limiter: Limiter
  usage: UsageCounter
}

async function closeAll({ access, approvals, sweeping, jobs, app, worker, record, uses, limiter, usage }: Closable): Promise<void> {
  access.close()
  approvals.close()
  sweeping.stop()
  jobs.endWaits() // otherwise the close takes as long as the longest of them
  await app.close()
  await worker.close()
  await jobs.close()
  await uses.close()
  await usage.close()
  await limiter.close()
  await record?.close()
}

function connectionsBy(
  { config, store, log }: Pick<GatewayOptions, 'config' | 'store' | 'log'>,
  source: () => InstanceSource,
  secrets: Secrets,
  record: CallLog | undefined
) {
  return createConnections({
    source,
    log,
    dataDirectory: config.dataDir,
    allowPrivate: config.allowPrivate,
    redis: store.client,
    secrets,
    circuits: config.circuits,
    onCircuit: change => record?.action(circuitAction(change))
  })
}

const CIRCUIT_ACTIONS = { open: 'toolgate_open_circuit', half_open: 'toolgate_check_circuit', closed: 'toolgate_close_circuit' } as const

/** A change of a circuit, as the record shows it. */
const circuitAction = ({ state, instance, ...summary }: CircuitChange): RecordedAction => ({
  operation: CIRCUIT_ACTIONS[state],
  caller: 'gateway',
  instance,
  duration_ms: 0,
  summary
})

/** Returns the decision of the policy about the start of a job of an operation. Throws if the caller must not start it. */
const admission =
  (catalog: Catalog, ports: Ports, connections: Connections) =>
  (id: string, caller: Caller, { permission, instance }: Partial<JobToStart> = {}): ReturnType<typeof authorize> | undefined => {
    const operation = catalog.get(id)
    const input = { confirm: true, ...(typeof instance === 'string' && { instance }) }
    return operation && authorize(operation, input, { caller, ports, connections }, permission ?? undefined)
  }

/** Returns a function that uses the approval which the start of a job needs, if the policy requires one. */
const jobApprovals =
  (catalog: Catalog, ports: Ports, connections: Connections): UseJobApproval =>
  async (
    { id, operation: name, permission, instance, message, irreversible, items, notifyOrigin, preview, confirmToken, approvalId },
    caller
  ) => {
    const operation = catalog.get(name)
    if (!operation) return false // it cannot start
    const needed = permission ?? highestPermission(operation.permission)
    const input = { confirm: true, ...(instance !== null && { instance }) }
    if (authorize(operation, input, { caller, ports, connections }, needed) !== 'approval') return false
    await ports.approvals.use({
      caller,
      operation: name,
      system: operation.tool.name,
      instance,
      permission: needed,
      message,
      irreversible,
      subject: canonicalJson({ job: id, confirm_token: confirmToken }),
      details: { job: id, items, ...(notifyOrigin !== null && { notify_url: notifyOrigin }) },
      preview,
      input: {},
      cost: null,
      approvalId,
      cannotName: true,
      once: `confirm:${id}`,
      aboutJob: id
    })
    return true
  }

/** Whether a job lacks an approval that the policy now requires: of who confirmed it, or else of who created it. Whether they may still start it is checked elsewhere. */
const approvalLack =
  (admitted: ReturnType<typeof admission>): LacksApproval =>
  ({ key, confirmedBy, approved, operation, ...job }) => {
    try {
      return !approved && admitted(operation, { id: confirmedBy ?? key, scopes: ['*'] }, job) === 'approval'
    } catch (error) {
      if (error instanceof OperationError) return false
      throw error
    }
  }

/** The same check as a boolean. */
const permitted =
  (admitted: ReturnType<typeof admission>) =>
  (...call: Parameters<typeof admitted>): boolean => {
    try {
      admitted(...call)
      return true
    } catch (error) {
      if (error instanceof OperationError) return false
      throw error
    }
  }

/** Returns the adapters of a worker: bulk operations, programs, and calls of any operation. */
function adaptersOf(catalog: Catalog, callOptions: Parameters<typeof callRunner>[1]): WorkerOptions['adapterOf'] {
  return (id, kind) => {
    const operation = kind === 'call' ? catalog.get(id) : undefined
    return operation ? callRunner(operation, callOptions) : catalog.adapter(id)
  }
}

/** Calls the listener with the IDs of managed keys that were added. */
function onNewIds({ ids, onChange }: JobStore['keys'], listener: (ids: readonly string[]) => void): void {
  let known = new Set(ids())
  onChange(() => {
    const added = ids().filter(id => !known.has(id))
    known = new Set(ids())
    if (added.length > 0) listener(added)
  })
}

/** Returns a function that calls a listener once the key of a caller is revoked or narrowed: now, if it was revoked since its request was read. */
export function revocationsOf(access: Pick<Access, 'isRefused' | 'onRevoked'>): Ports['whenRevoked'] {
  const listening = createInProgress<{ caller: Caller; listener: () => void }>()
  /** Callers that were not refused since the last revocation, which also ends within a second what expires. */
  let accepted = new WeakSet<Caller>()
  access.onRevoked(credentials => {
    accepted = new WeakSet()
    for (const { caller, listener } of listening.all()) if (credentials.includes(credentialOf(caller.id))) listener()
  })
  return (caller, listener) => {
    const remove = listening.add({ caller, listener })
    if (accepted.has(caller)) return remove
    if (access.isRefused(caller.id)) listener()
    else accepted.add(caller)
    return remove
  }
}

/** Returns a function that counts items of jobs: against the limits of their key, and as usage. */
const itemCounter =
  (access: Access, { limits, usage }: Pick<Ports, 'limits' | 'usage'>): NonNullable<WorkerOptions['takeItems']> =>
  async (keyId, system, items) => {
    const caller = access.callerOf(keyId)
    const giveBack = typeof caller === 'object' ? await limits.takeItems(caller, system, items) : () => undefined
    const count = (job_items: number): void => usage.add({ id: keyId }, system, { job_items })
    count(items)
    return unsent => {
      giveBack(unsent)
      count(-unsent)
    }
  }

/** Returns the record, which also notes when each key is used. */
const notingUses = (record: RecordPort, { note }: KeyUses): RecordPort => ({
  ...record,
  end(call, end) {
    note(credentialOf(call.context.caller.id), call.at)
    record.end(call, end)
  }
})

/** Returns the problems of scopes that allow nothing, and of unknown names in constraints and limits, as those of an input. */
function unknownNames(catalog: Catalog): Parameters<typeof createKeys>[0]['unknownNames'] {
  const known = knownNames(catalog)
  const asIssues = (path: string, problems: readonly Problem[]): Issue[] =>
    problems.map(({ message, allowed }) => ({ path, message, ...(allowed !== undefined && { expected: allowed }) }))
  return ({ scopes = [], constraints, limits }) => [
    ...asIssues('scopes', checkScopes({ id: '', scopes: [...scopes] }, known)),
    ...asIssues('constraints', checkConstraints({ id: '', constraints }, known)),
    ...asIssues('limits.systems', checkLimits({ id: '', limits }, known))
  ]
}

/** Notifies listeners of configuration changes. */
function announcer(): { announce: () => void; onConfigured: (listener: () => void) => () => void } {
  const listeners = new Set<() => void>()
  return {
    announce() {
      for (const listener of listeners) listener()
    },
    onConfigured(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Returns why the key of a job may no longer run it, by its current scopes and constraints and the policy. */
const revocation =
  (access: Access, catalog: Catalog, admitted: ReturnType<typeof admission>): Revoked =>
  ({ key, operation, constraints, ...job }) => {
    const caller = access.callerOf(key)
    if (caller === 'unknown') return undefined
    try {
      admitted(operation, caller ?? { id: key, scopes: [] }, job)
      const system = catalog.get(operation)?.tool.name ?? ''
      // Its items were listed with the constraints of that time.
      if (caller && isWithinResources(constraints, constraintsOf(caller), system)) return undefined
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
    }
    const lost = caller ? 'is no longer allowed to run it' : 'was revoked or has expired'
    return new OperationError(
      'key_revoked',
      `${credentialOf(key) === key ? `The key ${key}` : key}, which created the job, ${lost}. No further item was started.`,
      {
        source: 'gateway',
        outcome: 'not_executed',
        suggestions: ['Ask the operator to restore the key or its scope, then resume the job.', 'Or create the job again with another key.']
      }
    )
  }

/** Approvals that a key requested are for the holder it had then. */
function withdrawApprovals(approvals: ApprovalService, credentials: readonly string[], log: Logger): void {
  Promise.all(credentials.map(credential => approvals.withdraw({ credential }))).catch(err =>
    log.warn({ err, keys: credentials }, 'The approvals of a revoked key could not be withdrawn; they expire')
  )
}

/** Withdraws the approvals of callers that lost their key since the last gateway stopped. */
function withdrawRefused(access: Access, approvals: ApprovalService, log: Logger): void {
  approvals
    .withdraw({ isRefused: callerId => access.callerOf(callerId) === undefined })
    .catch(err => log.warn({ err }, 'The approvals of removed keys could not be withdrawn; they expire'))
}

/** Stops running work of keys that were revoked or narrowed, from now on and since the last gateway stopped. */
function stopRevoked(access: Access, jobs: JobsService, log: Logger): void {
  const stop = (keyIds?: readonly string[]): void => {
    jobs.revoke(keyIds).catch(err => log.warn({ err, keys: keyIds }, 'Jobs of a revoked key will stop at their next turn'))
  }
  access.onRevoked(stop)
  if (access.hasKeys()) stop()
}
