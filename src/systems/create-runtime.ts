import { hash } from 'node:crypto'
import path from 'node:path'
import type { Budget, BudgetLane, Log, Runtime } from '../contract/runtime.ts'
import type { AnyTool } from '../contract/tool.ts'
import { createBudget } from '../lib/budget/budget.ts'
import type { CircuitChange, Circuits } from '../lib/circuit/circuit.ts'
import type { CircuitSettings } from '../lib/circuit/settings.ts'
import { createGuard } from '../lib/guard/guard.ts'
import { createRegistry } from '../lib/process/registry.ts'
import { createSpawn } from '../lib/process/spawn.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { createLock } from '../lib/redis/lock.ts'
import { createShared } from '../lib/redis/shared.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { Instance } from './instances.ts'

export interface RuntimeOptions {
  log: Log
  dataDirectory: string
  /** Private addresses (`host:port`) that URLs of callers may point to. Default: none. */
  allowPrivate?: readonly string[]
  /** Redis, where processes share budgets, locks and short texts. */
  redis: RedisClient
  /** Encrypts what processes share. */
  secrets: Secrets
  /** When circuits open, and for how long. Default: see CIRCUIT_DEFAULTS. */
  circuits?: CircuitSettings
  /** Called with each change of a circuit that this process causes. */
  onCircuit?: (change: CircuitChange) => void
}

/** Creates the runtime of one instance, for calls or for jobs. */
export function createRuntime(tool: AnyTool, instance: Instance, lane: BudgetLane, circuits: Circuits, options: RuntimeOptions): Runtime {
  const { log, dataDirectory, allowPrivate: allow = [], redis, secrets } = options
  const { scope, settings } = sharingOf(tool, instance)
  return {
    instance: instance.name,
    log,
    lane,
    dataDirectory: path.join(dataDirectory, tool.name),
    budget: budgetOf(tool, instance, lane, options),
    circuit: host => circuits.of({ system: tool.name, title: tool.title, instance: instance.name, host }),
    lock: createLock(redis, scope),
    shared: createShared(redis, scope, settings, secrets),
    guard: createGuard({ allow }),
    spawn: createSpawn(createRegistry(processesIn(dataDirectory), log))
  }
}

/** Returns the key under which processes share the state of an instance. If the system names an account, other settings may change without losing that state. */
function sharingOf(tool: AnyTool, { name, settings }: Instance): { scope: string; settings: string } {
  const account = tool.account?.(settings)
  if (account === undefined) return { scope: `${tool.name}:${name}`, settings: JSON.stringify(settings) }
  return { scope: `account:${hash('sha256', account)}`, settings: account }
}

/** The folder in which this host records running programs. */
export const processesIn = (dataDirectory: string): string => path.join(dataDirectory, 'processes')

/** A sandbox server needs no budget. */
function budgetOf(
  tool: AnyTool,
  { name, settings, sandbox }: Instance,
  lane: BudgetLane,
  { redis, log }: RuntimeOptions
): Budget | undefined {
  const rules = sandbox ? [] : (tool.budgets?.(settings) ?? [])
  if (rules.length === 0) return undefined
  return createBudget({ redis, log, rules, lane, system: tool.name, title: tool.title, instance: name })
}
