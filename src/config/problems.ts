import type { Log } from '../contract/runtime.ts'
import { near } from '../lib/spelling.ts'

/** A problem of the configuration: where it is, what is wrong, and what is allowed. */
export interface Problem {
  /** An environment variable, or `file:line /json/pointer`. */
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
  return `- ${where}: ${message}${/[.?]$/.test(message) ? '' : '.'}${allowed === undefined ? '' : ` Allowed: ${allowed}.`}`
}

/** Formats warnings, one line each. */
export function logWarnings(warnings: readonly Problem[], log: Log): void {
  for (const { where, message, allowed } of warnings)
    log.warn({ where, ...(allowed !== undefined && { allowed }) }, `Configuration warning: ${where} ${message}`)
}

/** Lists the known names, most similar first. */
export function nearestOf(name: string, known: readonly string[]): string {
  return listAround(near(name, known, 1)[0], known)
}

/** Sorts the known names, the most similar one first. */
export function listAround(nearest: string | undefined, known: readonly string[]): string {
  const all = [...new Set(known)].toSorted().join(', ')
  return nearest === undefined ? all : `${nearest} (one of: ${all})`
}
