import { setTimeout } from 'node:timers/promises'
import { OperationError } from '../contract/errors.ts'
import type { BudgetLane } from '../contract/runtime.ts'
import type { AnyTool, Availability } from '../contract/tool.ts'
import { type Circuits, createCircuits } from '../lib/circuit/circuit.ts'
import { CIRCUIT_DEFAULTS } from '../lib/circuit/settings.ts'
import { near } from '../lib/spelling.ts'
import type { Connection, Connections, InstanceState } from '../pipeline/ports.ts'
import { createRuntime, type RuntimeOptions } from './create-runtime.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type Instance, type InstanceSource, instancesOf, neededNames } from './instances.ts'

/** Maximum time in ms to check one instance, so that it does not delay the others. */
const SLOWEST_CHECK_MS = 3000

export interface ConnectionOptions extends RuntimeOptions {
  /** Returns the current settings. Called again after a reset. */
  source: () => InstanceSource
}

export interface ObservedConnections extends Connections {
  /** Drops every connection, because the settings have changed. */
  reset: () => void
  /** Drops the connections of systems with an instance that has a problem with one of these names, such as a key that did not exist. */
  resetNaming: (names: readonly string[]) => void
  /** The share of the tightest limit that is left, 0 to 1, of each instance that was called and has a budget. */
  budgets: () => { system: string; instance: string; left: number }[]
  circuits: Circuits['all']
}

type OpenOptions = RuntimeOptions & { allCircuits: Circuits }

interface System {
  instances: Map<string, Instance>
  defaultName: string | undefined
  calls: Opened
  bulk: Opened
}

interface Opened {
  opened: Map<string, Promise<Connection>>
  /** Connections that are already open, so that a call does not wait for a promise. */
  ready: Map<string, Connection>
}

const noneOpened = (): Opened => ({ opened: new Map(), ready: new Map() })

/** Connects to an instance on first use and keeps the connection. A broken instance disables only itself. */
export function createConnections(given: ConnectionOptions): ObservedConnections {
  const options = { ...given, allCircuits: createCircuits(given.redis, given.log, given.circuits ?? CIRCUIT_DEFAULTS, given.onCircuit) }
  const systems = new Map<AnyTool, System>()
  const systemOf = (tool: AnyTool): System => {
    const known = systems.get(tool)
    if (known) return known
    const { instances, defaultName } = instancesOf(tool, options.source())
    const system: System = { instances, defaultName, calls: noneOpened(), bulk: noneOpened() }
    systems.set(tool, system)
    return system
  }
  return {
    reset: () => systems.clear(),
    resetNaming(names) {
      for (const [tool, { instances }] of systems)
        if ([...instances.values()].some(({ problems }) => problems.some(problem => mentions(problem, names)))) systems.delete(tool)
    },
    budgets: () =>
      [...systems].flatMap(([{ name: system }, { calls }]) =>
        [...calls.ready].flatMap(([instance, { budget }]) => {
          const { limit = null, remaining = null } = budget?.facts() ?? {}
          return limit === null || remaining === null ? [] : { system, instance, left: remaining / limit }
        })
      ),
    circuits: options.allCircuits.all,
    get(tool, name, lane = 'calls') {
      const system = systemOf(tool)
      const instance = find(tool, system, name)
      const drawn = differs(tool) ? lane : 'calls'
      return system[drawn].ready.get(instance.name) ?? open(tool, system, instance, options, drawn)
    },
    states: async tool =>
      await Promise.all([...systemOf(tool).instances.values()].map(instance => stateOf(tool, systemOf(tool), instance, options))),
    defaultName: tool => systemOf(tool).defaultName || null,
    configured: tool => [...systemOf(tool).instances.values()].some(({ settings }) => tool.installed?.(settings) ?? true),
    hasSeveral: tool => systemOf(tool).instances.size > 1,
    async test(tool, name) {
      const system = systemOf(tool)
      const instance = find(tool, system, name)
      for (const { opened, ready } of [system.calls, system.bulk]) {
        opened.delete(name)
        ready.delete(name)
      }
      return await stateOf(tool, system, instance, options)
    }
  }
}

const mentions = (text: string, names: readonly string[]): boolean => text.split(/[^a-z0-9-]/).some(word => names.includes(word))

/** Creates a separate client for jobs only if it differs: jobs use their share of the budget and never retry. */
const differs = ({ budgets, settings }: AnyTool): boolean => budgets !== undefined || 'max_retries' in settings.properties

function find(tool: AnyTool, { instances, defaultName }: System, name: string | undefined): Instance {
  const instance = instances.get(name ?? defaultName ?? '')
  if (instance) return instance
  const names = [...instances.values()].filter(({ unnamed }) => !unnamed).map(instance => instance.name)
  if (name === undefined) throw defaultName === undefined ? missing(tool) : noDefault(tool, defaultName, names)
  throw new OperationError('instance_not_found', `${tool.title} has no instance ${name.slice(0, 64)}.`, {
    suggestions: near(name, names).length > 0 ? near(name, names) : names
  })
}

function missing(tool: AnyTool): OperationError {
  return new OperationError('configuration_missing', `${tool.title} is not configured on this gateway.`, {
    suggestions: [`${whatToSet(tool)} Or define systems.${tool.name}.instances in the config file.`]
  })
}

/** Alternative credentials cannot be listed as required settings, so the system's description names them. */
function whatToSet(tool: AnyTool): string {
  const names = neededNames(tool)
  return names.length > 0 ? `Set ${names.join(', ')}.` : tool.description
}

function noDefault(tool: AnyTool, name: string, names: string[]): OperationError {
  return new OperationError('configuration_invalid', `The default instance of ${tool.title} is ${name}, which is not configured.`, {
    suggestions: [
      `Name one of these as systems.${tool.name}.default_instance, or as instance of the call: ${names.join(', ') || 'none is configured'}.`
    ]
  })
}

async function open(
  tool: AnyTool,
  system: System,
  instance: Instance,
  options: OpenOptions,
  lane: BudgetLane = 'calls'
): Promise<Connection> {
  const { opened, ready } = system[lane]
  const pending = opened.get(instance.name) ?? connect(tool, instance, options, lane)
  opened.set(instance.name, pending)
  try {
    const connection = await pending
    ready.set(instance.name, connection)
    return connection
  } catch (error) {
    opened.delete(instance.name)
    throw error
  }
}

async function connect(tool: AnyTool, instance: Instance, options: OpenOptions, lane: BudgetLane): Promise<Connection> {
  if (instance.problems.length > 0) throw broken(tool, instance, instance.problems)
  try {
    const runtime = createRuntime(tool, instance, lane, options.allCircuits, options)
    const client: unknown = await tool.connect(instance.settings, runtime)
    const { budget } = runtime
    const { name, unnamed, sandbox } = instance
    const fingerprint = fingerprintOf(tool, instance)
    return { client, instance: unnamed ? null : name, sandbox, budget, local: isLocal(tool, instance), fingerprint }
  } catch (error) {
    throw error instanceof OperationError ? error : broken(tool, instance, [wordsOf(error, instance)])
  }
}

const isLocal = ({ local = false }: AnyTool, { settings }: Instance): boolean => (typeof local === 'function' ? local(settings) : local)

/** Returns the message of an error without the secrets of the instance, which some systems quote. */
function wordsOf(error: unknown, { secrets }: Instance): string {
  const words = error instanceof Error ? error.message : String(error)
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), words)
}

function broken(tool: AnyTool, instance: Instance, problems: readonly string[]): OperationError {
  return new OperationError(
    'configuration_invalid',
    `The instance ${instance.name} of ${tool.title} is misconfigured: ${problems.join('; ')}.`,
    { problems: [...problems] }
  )
}

async function stateOf(tool: AnyTool, system: System, instance: Instance, options: OpenOptions): Promise<InstanceState> {
  const availability = await availabilityOf(tool, system, instance, options)
  const circuit = await options.allCircuits.state(tool.name, instance.name)
  return {
    system: tool.name,
    name: instance.unnamed ? null : instance.name,
    is_default: instance.name === system.defaultName,
    sandbox: instance.sandbox,
    available: availability.available,
    reason: availability.available ? null : availability.reason,
    circuit
  }
}

async function availabilityOf(tool: AnyTool, system: System, instance: Instance, options: OpenOptions): Promise<Availability> {
  const reason = `No response within ${SLOWEST_CHECK_MS} ms`
  const late = setTimeout(SLOWEST_CHECK_MS, { available: false, reason } as const, { ref: false })
  return await Promise.race([ask(tool, system, instance, options), late])
}

async function ask(tool: AnyTool, system: System, instance: Instance, options: OpenOptions): Promise<Availability> {
  try {
    const { client } = await open(tool, system, instance, options)
    return await tool.available(client)
  } catch (error) {
    return { available: false, reason: wordsOf(error, instance) }
  }
}
