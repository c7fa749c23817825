import path from 'node:path'
import type { Call } from '../../../contract/handed.ts'
import type { Lock, Shared, Spawn } from '../../../contract/lent.ts'
import type { Availability, Log, Runtime } from '../../../contract/tool.ts'
import { createPlaces, createPool, type Places as JobPlaces, type Pool } from '../../../lib/pool.ts'
import { operatorEnvironment } from './environment.ts'
import { refusal } from './failure.ts'
import { findGcloud, type Installation } from './installation.ts'
import { type Places, placesOf } from './places.ts'
import { type Lists, NO_LISTS } from './policy.ts'
import { type CommandTree, readTree } from './tree.ts'

export interface GcloudSettings {
  path?: string
  roots?: string
  allow: string[]
  deny: string[]
  keys: { key: string; allow: string[]; deny: string[] }[]
  concurrency: number
  environment: string[]
}

/** The gcloud of this machine, as its operations are handed it. */
export interface Gcloud {
  /** Undefined where it is not installed; looked for anew each time until it is there. */
  installation: () => Installation | undefined
  /** The commands that it has; undefined where the SDK does not tell. */
  tree: () => Promise<CommandTree | undefined>
  places: Places
  /** What the settings allow and deny a key. */
  listsFor: (key: string) => Lists
  /** Of the operator, for every command. */
  environment: Readonly<Record<string, string>>
  pool: Pool
  /** Of jobs, which may run for a day: they take no place of those who wait, and no key takes all. */
  jobs: JobPlaces
  spawn: Spawn
  lock: Lock
  shared: Shared
  log: Log
  /** What was asked for moments ago, by name. */
  recent: Map<string, { until: number; answer: Promise<unknown> }>
}

/** The call of an operation or a job, to whoever makes its errors by himself. */
export type GcloudCall = Omit<Call<Gcloud>, 'fail'>

/** Commands that wait for a place at once. */
const MOST_WAITING = 100

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
    places: placesOf(settings.roots, path.join(dataDirectory, 'empty')),
    listsFor: key => listsFor(settings, key),
    environment: { KUBECONFIG: path.join(dataDirectory, 'kubeconfig'), ...operatorEnvironment(settings.environment) },
    pool: createPool(settings.concurrency, MOST_WAITING, tooMany),
    jobs: createPlaces({ most: settings.concurrency, each: Math.ceil(settings.concurrency / 2), refuse: noPlace }),
    spawn,
    lock,
    shared,
    log,
    recent: new Map()
  }
}

function listsFor({ allow, deny, keys }: GcloudSettings, key: string): Lists {
  const own = keys.filter(row => row.key === key)
  if (allow.length + deny.length + own.length === 0) return NO_LISTS
  return { allow: [...allow, ...own.flatMap(row => row.allow)], deny: [...deny, ...own.flatMap(row => row.deny)] }
}

const noPlace = () =>
  refusal(
    'rate_limit_exceeded',
    'All places for long commands on this host, or those of this key, are taken. The job begins when one is free.',
    {
      retry_after_ms: 2_000
    }
  )

const tooMany = () =>
  refusal('rate_limit_exceeded', `More than ${MOST_WAITING} commands wait for gcloud already.`, { retry_after_ms: 5_000 })

export const NOT_INSTALLED = 'The Google Cloud CLI is not installed on the machine of the gateway, or not on its PATH.'

export const notInstalled = () =>
  refusal('configuration_missing', NOT_INSTALLED, {
    suggestions: ['Install it (https://cloud.google.com/sdk/docs/install), or set GCLOUD_PATH to where it is.']
  })

export async function availabilityOf({ installation }: Gcloud): Promise<Availability> {
  return installation() ? { available: true } : { available: false, reason: NOT_INSTALLED }
}

/**
 * Does it, unless it was done moments ago; a failure is not kept. Whoever leaves leaves alone: others may wait for the same, so that the work
 * goes on, within a time of its own.
 */
export async function recently<T>(
  { recent }: Gcloud,
  name: string,
  { keepMs, signal }: { keepMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
  isFit: (value: unknown) => value is T
): Promise<T> {
  const known = recent.get(name)
  if (known && known.until > Date.now()) {
    const answer = await unlessGone(signal, known.answer)
    if (isFit(answer)) return answer
  }
  const answer = work(AbortSignal.timeout(SHARED_MS))
  recent.set(name, { until: Date.now() + keepMs, answer })
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest)
  answer.catch(() => recent.delete(name))
  return await unlessGone(signal, answer)
}

/** The most that shared work may take, the wait for a place included. */
const SHARED_MS = 120_000
const MOST_RECENT = 32

function unlessGone<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([answer, gone]).finally(() => signal.removeEventListener('abort', leave))
}
