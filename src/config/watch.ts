import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Config, type KnownNames, loadConfig } from '../config.ts'
import type { Log } from '../lib/log.ts'
import type { ProcessEnvironment } from './environment.ts'
import { ConfigError, logWarnings } from './problems.ts'

export interface Watch {
  env: ProcessEnvironment
  known?: KnownNames
  log: Log
  /** Is given every new configuration that is without a problem. What only a start can change (port, host, role, Redis) is in it too. */
  onChange: (config: Config) => void
  /** How often to look, in ms. */
  every?: number
}

/**
 * Reads the configuration again when a file it came from changes; a new version with a problem leaves the old one in force, and is logged.
 * It looks at the files rather than waits to be told of a change: so it also works for files that editors and container platforms replace.
 */
export function watchConfig(first: Config, { env, known, log, onChange, every = 1_000 }: Watch): { close: () => void } {
  const closing = new AbortController()
  let current = first
  let seen = '' // so that the first look also finds what has changed since the first reading

  async function look(): Promise<void> {
    const before = seen
    seen = await signatures(current.files)
    if (seen === before) return
    try {
      const config = loadConfig(env, known)
      if (isDeepStrictEqual(config, current)) return
      refuseOpening(current, config)
      current = config
      onChange(config)
      logWarnings(config.warnings, log)
      log.info({ files: config.files }, 'The configuration has changed and is in force')
    } catch (error) {
      const problems = error instanceof ConfigError ? { problems: error.problems } : { err: error }
      log.error(problems, 'The changed configuration has problems; the one before stays in force')
    }
  }

  repeat(look, every, closing.signal)
  return { close: () => closing.abort() }
}

/** A file that was cut short must not let everybody in: only a start may open the gateway. */
function refuseOpening(before: Config, after: Config): void {
  if (before.keys.length === 0 || after.keys.length > 0) return
  const message = 'the change takes the last key away, which would let everybody on this machine do everything'
  throw new ConfigError([{ where: 'keys', message, allowed: 'one key or more; to serve without keys, start it anew' }])
}

async function repeat(look: () => Promise<void>, every: number, signal: AbortSignal): Promise<void> {
  while (await sleep(every, true, { ref: false, signal }).catch(() => false)) await look()
}

async function signatures(files: readonly string[]): Promise<string> {
  const signs = files.map(file =>
    stat(file).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => 'missing'
    )
  )
  return (await Promise.all(signs)).join('\n')
}
