import type { Static, TObject } from 'typebox'
import type { Budget, BudgetLane, BudgetRule } from './budget.ts'
import type { Guard } from './guard.ts'
import type { Jobs } from './jobs.ts'
import type { Lock, Shared, Spawn } from './lent.ts'

type Write = (fields: object, message: string) => void

/** What this house needs of a pino logger. */
export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}

/** What the gateway lends a system when it connects an instance. */
export interface Runtime {
  /** Name of the instance being connected. */
  instance: string
  log: Log
  /** A folder of the system's own under TOOLGATE_DATA; not made until it is used. */
  dataDirectory: string
  /** Jobs of every system: what the `jobs` operations act on. */
  jobs: Jobs
  /** For whom: callers who wait, or jobs, which wait and try again by themselves. */
  lane: BudgetLane
  /** What the instance lets through; undefined where the system states no limits. Those who wait come before jobs, which have a client of their own. */
  budget: Budget | undefined
  /** One process at a time, as for the refresh of a token. */
  lock: Lock
  /** What the processes of this instance share, or all that use its account. */
  shared: Shared
  /** Reads URLs that callers choose. */
  guard: Guard
  /** Runs programs on this host. */
  spawn: Spawn
}

export type Availability = { available: true } | { available: false; reason: string }

/**
 * A system the gateway speaks to. `Client` is whatever its operations are handed.
 *
 * A settings property named `url` is `url` in the config file and `<SYSTEM>_URL` in the environment, unless its
 * schema names another with `'x-env'`; `'x-secret': true` keeps its value out of every answer and log.
 */
export interface Tool<Client = unknown, Settings extends TObject = TObject> {
  /** `^[a-z][a-z0-9]*$`: the folder's name, the first word of every id, the first segment of every path. */
  name: string
  /** As people write it. */
  title: string
  /** What the system is, and what it needs to authenticate. */
  description: string
  /** Tells a model how and when to use the system. */
  prompt: string
  settings: Settings
  /**
   * What no schema can say of such settings is wrong, in words. `callers`: ids that callers can have, those of the gateway's keys and `local`;
   * undefined where this process does not know them.
   */
  check?: (settings: Static<Settings>, callers: readonly string[] | undefined) => readonly string[]
  /** The limits that the vendor states for an instance with such settings. A stand-in has none. */
  budgets?: (settings: Static<Settings>) => readonly BudgetRule[]
  /**
   * Whose credential such settings name, in words that only who has the settings knows; undefined where the instance shares with nobody.
   * Locks and what is shared are those of the account then: of every system and instance that names it, whatever else is set.
   */
  account?: (settings: Static<Settings>) => string | undefined
  /** Makes the client of one instance. Throws an Error whose message says what is wrong with the settings. */
  connect: (settings: Static<Settings>, runtime: Runtime) => Client | Promise<Client>
  /** Whether the instance can be used now. Never throws. */
  available: (client: Client) => Promise<Availability>
  /** Whether calls may run side by side. */
  concurrent: boolean
  /** Works without any setting: where nothing is set for it, nor a stand-in runs, there is an instance `default` all the same. */
  self_sufficient?: boolean
  /** Acts on the host it runs on, so its jobs run only where they were made. A function: whether an instance with such settings does. */
  local?: boolean | ((settings: Static<Settings>) => boolean)
  /** It has a default instance though nothing of it is set, since it works with what the machine has. */
  preset?: boolean
  /** `own`: any key may call it, and sees what belongs to that key. */
  access?: 'scopes' | 'own'
}

/** A tool whose types are forgotten, as the catalog holds it. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export type AnyTool = Tool<any, any>

export function defineTool<Client, Settings extends TObject>(tool: Tool<Client, Settings>): Tool<Client, Settings> {
  return tool
}
