import { hash } from 'node:crypto'
import path from 'node:path'
import type { Budget, BudgetLane } from './contract/budget.ts'
import type { Jobs } from './contract/jobs.ts'
import type { AnyTool, Log, Runtime } from './contract/tool.ts'
import type { Instance } from './instances.ts'
import { createBudget } from './lib/budget/budget.ts'
import { createGuard } from './lib/guard/guard.ts'
import { createRegister } from './lib/process/register.ts'
import { createSpawn } from './lib/process/spawn.ts'
import type { RedisClient } from './lib/redis/connect.ts'
import { createLock } from './lib/redis/lock.ts'
import { createShared } from './lib/redis/shared.ts'

export interface Lenders {
  jobs: Jobs
  log: Log
  dataDirectory: string
  /** `host:port` of private places that URLs of callers may lead to. Default: none. */
  allowPrivate?: readonly string[]
  /** Where processes share what systems are lent: budgets, locks and short texts. */
  redis: RedisClient
}

/** What a system is lent for one instance, by a process that calls it for callers or for jobs. */
export function lend(tool: AnyTool, instance: Instance, lane: BudgetLane, lenders: Lenders): Runtime {
  const { jobs, log, dataDirectory, allowPrivate: allow = [], redis } = lenders
  const { scope, secret } = sharingOf(tool, instance)
  return {
    instance: instance.name,
    log,
    jobs,
    lane,
    dataDirectory: path.join(dataDirectory, tool.name),
    budget: budgetOf(tool, instance, lane, lenders),
    lock: createLock(redis, scope),
    shared: createShared(redis, scope, secret),
    guard: createGuard({ allow }),
    spawn: createSpawn(createRegister(processesIn(dataDirectory), log))
  }
}

/** Under which name the instance shares, and what seals it. Where that is an account, other settings may change without a loss. */
function sharingOf(tool: AnyTool, { name, settings }: Instance): { scope: string; secret: string } {
  const account = tool.account?.(settings)
  if (account === undefined) return { scope: `${tool.name}:${name}`, secret: JSON.stringify(settings) }
  return { scope: `account:${hash('sha256', account)}`, secret: account }
}

/** Where this host notes the programs that run. */
export const processesIn = (dataDirectory: string): string => path.join(dataDirectory, 'processes')

/** A stand-in lets through what it is sent. */
function budgetOf(tool: AnyTool, { name, settings, sandbox }: Instance, lane: BudgetLane, { redis, log }: Lenders): Budget | undefined {
  const rules = sandbox ? [] : (tool.budgets?.(settings) ?? [])
  if (rules.length === 0) return undefined
  return createBudget({ redis, log, rules, lane, system: tool.name, title: tool.title, instance: name })
}
