import path from 'node:path'
import type { Call } from '../../../contract/call.ts'
import { credentialOf } from '../../../contract/principal.ts'
import type { Lock, Log, Runtime, SharedStore, Spawn } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { createConcurrencySlots, createPool, type ConcurrencySlots as JobSlots, type Pool } from '../../../lib/pool.ts'
import { type CommandTree, readTree } from './command/tree.ts'
import { type CommandFolders, openFolders } from './directories.ts'
import { operatorEnvironment } from './environment.ts'
import { refusal } from './errors.ts'
import { findGcloud, type Installation } from './installation.ts'
import { type Lists, NO_LISTS } from './policy/policy.ts'

export interface GcloudSettings {
  path?: string
  roots?: string
  allow: string[]
  deny: string[]
  keys: { key: string; allow: string[]; deny: string[] }[]
  concurrency: number
  environment: string[]
}

/** The gcloud client that operations use. */
export interface Gcloud {
  /** undefined: not installed. Searched again on each call until it is found. */
  installation: () => Installation | undefined
  /** The commands of the installed SDK; undefined if the SDK does not list them. */
  tree: () => Promise<CommandTree | undefined>
  folders: CommandFolders
  /** The only projects that commands may concern; undefined: any. */
  projects?: readonly string[]
  /** The allow and deny lists of a caller: those of its key are added. */
  listsFor: (callerId: string) => Lists
  /** The operator's variables, for every command. */
  environment: Readonly<Record<string, string>>
  pool: Pool
  /** Slots for jobs, which may run for a day: they are separate from those of waiting calls, and no key can use all. */
  jobs: JobSlots
  spawn: Spawn
  lock: Lock
  shared: SharedStore
  log: Log
  /** Recent results by name. */
  recent: Map<string, { until: number; result: Promise<unknown> }>
}

/** A call without its typed `fail`. */
export type GcloudCall = Omit<Call<Gcloud>, 'fail'>

/** Maximum number of commands waiting for a slot. */
const MAX_WAITING = 100

export function openGcloud(settings: GcloudSettings, { dataDirectory, spawn, lock, shared, log }: Runtime): Gcloud {
  let found: Installation | undefined
  let tree: Promise<CommandTree | undefined> | undefined
  const installation = (): Installation | undefined => {
    found ??= findGcloud(settings.path)
    return found
  }
  return {
    installation,
    tree() {
      const root = installation()?.root
      if (root !== undefined) tree ??= readTree(root)
      return tree ?? Promise.resolve(undefined)
    },
    folders: openFolders(settings.roots, path.join(dataDirectory, 'empty')),
    listsFor: callerId => listsFor(settings, callerId),
    environment: { KUBECONFIG: path.join(dataDirectory, 'kubeconfig'), ...operatorEnvironment(settings.environment) },
    pool: createPool(settings.concurrency, MAX_WAITING, tooMany),
    jobs: createConcurrencySlots({ max: settings.concurrency, each: Math.ceil(settings.concurrency / 2), refuse: noSlot }),
    spawn,
    lock,
    shared,
    log,
    recent: new Map()
  }
}

function listsFor({ allow, deny, keys }: GcloudSettings, callerId: string): Lists {
  const own = keys.filter(row => row.key === credentialOf(callerId))
  if (allow.length + deny.length + own.length === 0) return NO_LISTS
  return { allow: [...allow, ...own.flatMap(row => row.allow)], deny: [...deny, ...own.flatMap(row => row.deny)] }
}

const noSlot = () =>
  refusal(
    'rate_limit_exceeded',
    'All slots for long commands on this host, or all slots of this key, are in use. The job starts when one is free.',
    {
      retry_after_ms: 2_000
    }
  )

const tooMany = () =>
  refusal('rate_limit_exceeded', `More than ${MAX_WAITING} commands are already waiting for gcloud.`, { retry_after_ms: 5_000 })

export const NOT_INSTALLED = "The Google Cloud CLI is not installed on the gateway's host, or not on its PATH."

export const notInstalled = () =>
  refusal('configuration_missing', NOT_INSTALLED, {
    suggestions: ['Install it (https://cloud.google.com/sdk/docs/install), or set GCLOUD_PATH to its location.']
  })

export async function checkAvailability({ installation }: Gcloud): Promise<Availability> {
  return installation() ? { available: true } : { available: false, reason: NOT_INSTALLED }
}

/**
 * Returns a recent result, or runs the work; failures are not cached. An aborted caller stops waiting, but the work continues for
 * others, within its own timeout.
 */
export async function cached<T>(
  { recent }: Gcloud,
  name: string,
  { keepMs, signal }: { keepMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
  isFit: (value: unknown) => value is T
): Promise<T> {
  const known = recent.get(name)
  if (known && known.until > Date.now()) {
    const result = await unlessAborted(signal, known.result)
    if (isFit(result)) return result
  }
  const result = work(AbortSignal.timeout(SHARED_MS))
  recent.set(name, { until: Date.now() + keepMs, result })
  for (const oldest of recent.keys()) if (recent.size > MAX_RECENT) recent.delete(oldest)
  result.catch(() => recent.delete(name))
  return await unlessAborted(signal, result)
}

/** Timeout of shared work, including the wait for a slot. */
const SHARED_MS = 120_000
const MAX_RECENT = 32

function unlessAborted<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([result, gone]).finally(() => signal.removeEventListener('abort', leave))
}
