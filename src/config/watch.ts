import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../contract/runtime.ts'
import { type Config, type KnownNames, loadConfig } from './config.ts'
import type { ProcessEnvironment } from './environment.ts'
import { entriesOf, narrowKeys, readKeyLists, stillNamed } from './narrow-keys.ts'
import { ConfigError, logWarnings } from './problems.ts'

export interface Watch {
  env: ProcessEnvironment
  known?: KnownNames
  log: Log
  /** Called with every new configuration. It also contains settings that only take effect at startup (port, host, role, Redis). */
  onChange: (config: Config) => void
  /** Called with the current problem of the files, without secrets, and with undefined once it is fixed. */
  onFault?: (fault: string | undefined) => void
  /** Interval of the checks in ms. */
  every?: number
}

/** A file is read after it has not changed for this long, so that a partly written one is not read as a shorter list of keys. */
const SETTLE_MS = 100
const MAX_SETTLE_ROUNDS = 5

/**
 * Reloads the configuration when one of its files changes. If the new version has a problem, the previous one stays in force and the
 * problem is logged, except that keys it removes or narrows are removed and narrowed at once.
 * Polls the files, which also works if editors or container platforms replace them.
 */
export function watchConfig(first: Config, { env, known, log, onChange, onFault, every = 500 }: Watch): { close: () => void } {
  const closing = new AbortController()
  let current = first
  let lists = readKeyLists(env)
  let seen = '' // so that the first check also finds changes since the first read

  async function look(): Promise<void> {
    const now = await settled(current.files, seen)
    if (now === seen) return
    seen = now
    const read = readKeyLists(env)
    lists = { TOOLGATE_KEYS: read.TOOLGATE_KEYS ?? lists.TOOLGATE_KEYS, TOOLGATE_CONFIG: read.TOOLGATE_CONFIG ?? lists.TOOLGATE_CONFIG }
    try {
      take(loadConfig(env, known))
      onFault?.(undefined)
    } catch (error) {
      const unreadable = SOURCES.filter(source => read[source] === undefined)
      const removed = narrow()
      const problems = error instanceof ConfigError ? { problems: error.problems } : { err: error }
      log.error(
        { ...problems, unreadable, removed_keys: removed },
        'The changed configuration has problems; the previous version stays in force'
      )
      onFault?.(faultText(error, unreadable))
    }
  }

  function take(config: Config): void {
    if (isDeepStrictEqual(config, current)) return
    const known = current.warnings
    put(config)
    logWarnings(
      config.warnings.filter(warning => !known.some(one => isDeepStrictEqual(one, warning))),
      log
    )
    log.info({ files: config.files }, 'Configuration reloaded')
  }

  function put(config: Config): void {
    if (current.keys.length > 0 && config.keys.length === 0) log.warn({}, 'No keys are left; every caller is refused until a key is added')
    current = config
    onChange(config)
  }

  /** Removes and narrows the current keys as the broken version does. Returns the IDs of removed keys. */
  function narrow(): string[] {
    const { TOOLGATE_KEYS, TOOLGATE_CONFIG } = lists
    if (TOOLGATE_KEYS === undefined || TOOLGATE_CONFIG === undefined) return []
    const listed = [TOOLGATE_KEYS, TOOLGATE_CONFIG].flatMap(list => entriesOf(list, current.keys))
    const keys = narrowKeys(current.keys, listed)
    const issuers = stillNamed(current.issuers, env)
    if (isDeepStrictEqual(keys, current.keys) && issuers.length === current.issuers.length) return []
    const removed = current.keys.filter(({ id }) => keys.every(key => key.id !== id)).map(({ id }) => id)
    put({ ...current, keys, issuers })
    return removed
  }

  repeat(look, every, closing.signal)
  return { close: () => closing.abort() }
}

const SOURCES = ['TOOLGATE_KEYS', 'TOOLGATE_CONFIG'] as const

/** Public at /readyz, so it contains no path, name or value of the configuration. */
function faultText(error: unknown, unreadable: readonly string[]): string {
  const count = error instanceof ConfigError ? error.problems.length : 1
  const problems = `The changed configuration has ${count === 1 ? '1 problem' : `${count} problems`}, listed in the log.`
  const removed = 'without the keys and scopes that the change removes'
  if (unreadable.length === 0) return `${problems} The previous version stays in force, ${removed}.`
  return (
    `${problems} The file of ${unreadable.join(' and ')} cannot be read: keys removed from it since the last read stay valid until it ` +
    `can be read again.${unreadable.length < SOURCES.length ? ` Everything else stays in force ${removed}.` : ''}`
  )
}

/** Returns the signatures of the files. If they differ from those seen, waits until they no longer change. */
async function settled(files: readonly string[], seen: string): Promise<string> {
  let now = await signatures(files)
  for (let round = 0; now !== seen && round < MAX_SETTLE_ROUNDS; round += 1) {
    await sleep(SETTLE_MS, undefined, { ref: false })
    const later = await signatures(files)
    if (later === now) break
    now = later
  }
  return now
}

async function repeat(look: () => Promise<void>, every: number, signal: AbortSignal): Promise<void> {
  while (await sleep(every, true, { ref: false, signal }).catch(() => false)) await look()
}

async function signatures(files: readonly string[]): Promise<string> {
  const signs = files.map(file =>
    stat(file).then(
      ({ mtimeMs, ctimeMs, size, ino }) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`,
      () => 'missing'
    )
  )
  return (await Promise.all(signs)).join('\n')
}
