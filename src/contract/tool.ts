import type { Static, TObject } from 'typebox'
import type { BudgetRule, Runtime } from './runtime.ts'

export type Availability = { available: true } | { available: false; reason: string }

/** What a key can be limited to in a system: a project, a space. `narrow` of the tool enforces it. */
interface Resource {
  /** Properties of inputs that name it, or something that belongs to it. A limited key may call the operations that have one of them. */
  inputs: readonly string[]
  /** Names of further operations that such a key may call: they concern no such resource, or leave out what is outside. */
  operations?: readonly string[]
  /** Names of operations that it may not call although they have such a property. */
  refused?: readonly string[]
}

/**
 * A system that the gateway connects to. `Client` is the type of `call.client` in its operations.
 *
 * A settings property named `url` is `url` in the config file and `<SYSTEM>_URL` in the environment, unless its schema names another variable with
 * `'x-env'`. `'x-secret': true` keeps its value out of responses and logs. `'x-identity': true` marks a property that identifies the upstream or the
 * account: a worker with a different value does not run the job.
 */
export interface Tool<Client = unknown, Settings extends TObject = TObject> {
  /** `^[a-z][a-z0-9]*$`: name of the folder, first word of every operation ID, first segment of every path. */
  name: string
  /** Display name. */
  title: string
  /** Describes the system and how it authenticates. */
  description: string
  /** Explains to a model how and when to use the system. */
  prompt: string
  settings: Settings
  /**
   * Returns the problems of the settings that the schema cannot express. `callers`: the IDs of the gateway's keys, and `local`; undefined if this
   * process does not know them.
   */
  check?: (settings: Static<Settings>, callers: readonly string[] | undefined) => readonly string[]
  /** Returns the folders on this host that callers may use. The gateway does not start if one of them contains its secrets. */
  folders?: (settings: Static<Settings>) => readonly string[]
  /** Returns the files and folders on this host with the system's own credentials. They need not exist. */
  credentials?: (environment: Readonly<Record<string, string | undefined>>) => readonly string[]
  /** Returns the rate limits that the vendor states. A sandbox server has none. */
  budgets?: (settings: Static<Settings>) => readonly BudgetRule[]
  /**
   * Returns a secret text that identifies the account of the settings; undefined if the instance shares with no other. Locks and shared state then
   * belong to the account: to every system and instance that returns the same text.
   */
  account?: (settings: Static<Settings>) => string | undefined
  /** What keys can be limited to, by name. A limited key may call no operation that this does not allow. */
  resources?: Readonly<Record<string, Resource>>
  /**
   * Returns a client for a key that is limited: it reads and changes only what belongs to these resources, and returns nothing of others. It checks what each
   * request names, so that an operation that forgets to check reaches nothing else. It throws `outsideConstraints`, even for an ID that does not exist:
   * otherwise the key would learn which IDs exist elsewhere. Needed for `resources`. `only`: values by resource.
   */
  narrow?(client: NoInfer<Client>, only: ReadonlyMap<string, readonly string[]>): NoInfer<Client>
  /** Creates the client of one instance. Throws an Error whose message states what is wrong with the settings. */
  connect: (settings: Static<Settings>, runtime: Runtime) => Client | Promise<Client>
  /** Resolves to whether the instance can be used now. Never throws. */
  available: (client: Client) => Promise<Availability>
  /**
   * Returns the instances with work that a process left when it was killed, such as text that is not erased yet. They are opened when the gateway starts.
   * `dataDirectory`: of the system.
   */
  unfinished?: (dataDirectory: string) => Promise<readonly string[]>
  /** Whether calls may run concurrently. */
  concurrent: boolean
  /** Works without settings: there is an instance `default` even if nothing is configured and no sandbox server runs. */
  self_sufficient?: boolean
  /** Acts on the host it runs on, so its jobs run only on the host where they were created. A function decides by the settings. */
  local?: boolean | ((settings: Static<Settings>) => boolean)
  /** Has a default instance without settings, since it uses what the machine provides. */
  preset?: boolean
  /** Returns whether the program that the settings name is on this machine. Runs whenever tools are listed, so it must be quick. */
  installed?: (settings: Static<Settings>) => boolean
  /** `own`: any key may call it, and sees only its own resources. `admin`: only keys with `<system>:admin` may call it, whatever its permission. */
  access?: 'scopes' | 'own' | 'admin'
}

/** A tool as the catalog uses it, without its types. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export type AnyTool = Tool<any, any>

export function defineTool<Client, Settings extends TObject>(tool: Tool<Client, Settings>): Tool<Client, Settings> {
  return tool
}
