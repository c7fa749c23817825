import { near } from '../contract/spelling.ts'
import type { Log } from '../lib/log.ts'

/** Something wrong in the configuration: where, what, and what would be right. */
export interface Problem {
  /** A name of the environment, or `file:line /json/pointer`. */
  where: string
  message: string
  allowed?: string
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map(inWords).join('\n')}`
    )
    this.problems = problems
  }
}

export function inWords({ where, message, allowed }: Problem): string {
  return `- ${where}: ${message}.${allowed === undefined ? '' : ` Allowed: ${allowed}.`}`
}

/** Says what does not stop the start, one line each. */
export function logWarnings(warnings: readonly Problem[], log: Log): void {
  for (const { where, message, allowed } of warnings)
    log.warn({ where, ...(allowed !== undefined && { allowed }) }, `The configuration has something to look at: ${where} ${message}`)
}

/** The known names, for somebody who wrote another: first the one that was likely meant. */
export function nearestOf(name: string, known: readonly string[]): string {
  const [nearest] = near(name, known, 1)
  const all = [...new Set(known)].toSorted().join(', ')
  return nearest === undefined ? all : `${nearest}, perhaps (known: ${all})`
}
