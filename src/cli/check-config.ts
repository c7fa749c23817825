import type { ProcessEnvironment } from '../config/environment.ts'
import { ConfigError, inWords } from '../config/problems.ts'
import { type Config, loadConfig } from '../config.ts'
import { describeRedis } from '../lib/redis/endpoint.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate config check`: starts nothing, and shows no secret. */
export function checkConfig(_words: string[], env: ProcessEnvironment): Outcome {
  try {
    return { code: 0, out: summary(loadConfig(env)) }
  } catch (error) {
    if (error instanceof ConfigError) return { code: 1, err: error.message }
    throw error
  }
}

function summary(config: Config): string {
  const lines = [
    ['Role', config.role],
    ['Listens on', `${config.host}:${config.port}`],
    ['Known as', config.publicUrl ?? 'what it listens on'],
    ['Redis', config.redis === undefined ? `a private one, under ${config.dataDir}` : describeRedis(config.redis)],
    [
      'Keys',
      config.keys
        .map(({ id, scopes, expires }) => `${id} (${scopes.join(', ')}${expires === undefined ? '' : `; until ${expires}`})`)
        .join(', ') || 'none: loopback only'
    ],
    ['Policy', `${config.policy.length} rules, over the default: destructive and costly calls wait for confirmation`],
    [
      'Systems in the file',
      Object.entries(config.systems)
        .map(([name, { instances = {} }]) => `${name} (${Object.keys(instances).join(', ')})`)
        .join(', ') || 'none'
    ]
  ]
  const warnings = config.warnings.length === 0 ? '' : `\n\nTo look at:\n${config.warnings.map(inWords).join('\n')}`
  return `The configuration is fine.\n${lines.map(([name, value]) => `  ${name}: ${value}`).join('\n')}${warnings}`
}
