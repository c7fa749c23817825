import { parse } from 'yaml'

export const REDIS_PASSWORD = 'a1b2c3'

/** Parses `docker-compose.yml` with values for its variables: REDIS_PASSWORD, and defaults for the others. */
export function composed(text: string) {
  const values: Record<string, string> = { REDIS_PASSWORD }
  return parse(
    text.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, name: string, kind: string, rest: string) => values[name] ?? (kind === '-' ? rest : '')
    ),
    { merge: true }
  )
}
