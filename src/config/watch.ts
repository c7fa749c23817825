import { stat } from 'node:fs/promises'
import { type Config, type KnownNames, loadConfig } from '../config.ts'
import type { Log } from '../lib/log.ts'
import type { ProcessEnvironment } from './environment.ts'
import { ConfigError } from './problems.ts'

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
  let { files } = first
  let seen = signatures(files)
  const timer = setInterval(look, every)
  timer.unref()

  async function look(): Promise<void> {
    const before = await seen
    seen = signatures(files)
    if ((await seen) === before) return
    try {
      const config = loadConfig(env, known)
      files = config.files
      seen = signatures(files)
      onChange(config)
      log.info({ files }, 'The configuration has changed and is in force')
    } catch (error) {
      const problems = error instanceof ConfigError ? error.problems : undefined
      log.error(
        { problems, ...(problems === undefined && { err: error }) },
        'The changed configuration has problems; the one before stays in force'
      )
    }
  }

  return { close: () => clearInterval(timer) }
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
