import { near } from '../contract/spelling.ts'

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

/** The known names, for somebody who wrote another: first the one that was likely meant. */
export function nearestOf(name: string, known: readonly string[]): string {
  const [nearest] = near(name, known, 1)
  const all = [...new Set(known)].toSorted().join(', ')
  return nearest === undefined ? all : `${nearest}, perhaps (known: ${all})`
}
