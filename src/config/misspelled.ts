import { distance } from 'fastest-levenshtein'
import type { ProcessEnvironment } from './environment.ts'
import type { Problem } from './problems.ts'
import { isServiceLink } from './service-links.ts'

/** Words that other programs add to such names: `GITLAB_API_TOKEN`, `CONFLUENCE_BASE_URL`. */
const FILLERS: readonly string[] = ['API', 'BASE']
/** Maximum number of different letters. Beyond that it is another name, not a typo. */
const MAX_SLIP = 2
const MAX_SLIP_SHARE = 0.4
/** Names longer than this are not compared. No setting is that long. */
const MAX_LENGTH = 100

/**
 * Returns a warning for each environment variable that has the prefix of a setting (`CONFLUENCE_`, `GOOGLE_`) and is similar to it.
 * Other programs have variables with these prefixes too (`GITLAB_CI`, `GOOGLE_CLOUD_PROJECT`), so one that is like no setting is not reported.
 */
export function misspelledNames(env: ProcessEnvironment, settings: readonly string[]): Problem[] {
  const known = new Set(settings.flatMap(name => [name, `${name}_FILE`]))
  return Object.keys(env)
    .filter(name => !known.has(name) && !name.startsWith('TOOLGATE_') && !isServiceLink(name, env[name]))
    .flatMap(name => {
      const meant = meantBy(name, [...known])
      if (meant === undefined) return []
      return [{ where: name, message: `is not a setting and is ignored. Did you mean ${meant}?` }]
    })
}

/** Returns the setting with the same prefix that a name likely stands for. */
function meantBy(name: string, settings: readonly string[]): string | undefined {
  const prefix = prefixOf(name)
  if (prefix === undefined || name.length > MAX_LENGTH) return undefined
  return nearest(
    name.slice(prefix.length),
    settings.filter(setting => setting.startsWith(prefix)).map(setting => ({ setting, rest: setting.slice(prefix.length) }))
  )
}

/** Returns the setting that a name with the prefix TOOLGATE_ likely stands for. Some settings have no prefix: `TOOLGATE_PORT` is `PORT`. */
export function ownNameMeantBy(name: string, settings: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  return nearest(
    name.replace('TOOLGATE_', ''),
    settings.map(setting => ({ setting, rest: setting.replace('TOOLGATE_', '') }))
  )
}

function nearest(rest: string, candidates: readonly { setting: string; rest: string }[]): string | undefined {
  const [best] = candidates
    .map(candidate => ({ ...candidate, slip: slipBetween(rest, candidate.rest) }))
    .filter(({ slip }) => slip !== undefined)
    .sort((a, b) => Number(a.slip) - Number(b.slip) || a.rest.length - b.rest.length)
  return best?.setting
}

/** Returns the number of different letters, ignoring common words; undefined if the names are not similar. */
function slipBetween(settingName: string, setting: string): number | undefined {
  const [a, b] = [essence(settingName), essence(setting)]
  // Swapped letters count as one difference.
  const slip = sorted(a) === sorted(b) ? Math.min(distance(a, b), 1) : distance(a, b)
  const limit = Math.max(1, Math.min(MAX_SLIP, Math.floor(Math.max(a.length, b.length) * MAX_SLIP_SHARE)))
  return a !== '' && slip <= limit ? slip : undefined
}

const sorted = (letters: string): string => [...letters].sort().join('')

const essence = (name: string): string =>
  name
    .toUpperCase()
    .split('_')
    .filter(word => !FILLERS.includes(word))
    .join('')

function prefixOf(name: string): string | undefined {
  const end = name.indexOf('_')
  return end > 0 ? name.slice(0, end + 1).toUpperCase() : undefined
}
