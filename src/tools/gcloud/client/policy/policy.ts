import type { Permission } from '../../../../contract/operation.ts'
import { flagsOf, valuesOf } from '../command/arguments.ts'
import { type Command, shownPath } from '../command/command.ts'
import { refusalOf } from '../command/flags.ts'
import { isDestroying, isReading } from '../command/verbs.ts'
import { DENIED } from './denied-commands.ts'
import { takesRemainder } from './plain-arguments.ts'

/** The operator's additions to the built-in policy. Paths without the release track; `*` matches any words. */
export interface Lists {
  allow: readonly string[]
  deny: readonly string[]
}

export const NO_LISTS: Lists = { allow: [], deny: [] }

/** The verdict of the policy. */
export interface Judgment {
  verdict: 'read' | 'confirm' | 'denied'
  permission: Permission
  why: string
  /** The alternative to a denied command; null otherwise. */
  alternative: string | null
}

/** Judges a command by its path, on every release track, and its flags; never by its text. */
export function judge(command: Command, { allow, deny }: Lists = NO_LISTS): Judgment {
  const path = command.path.join(' ')
  const shown = shownPath(command)
  if (deny.some(pattern => covers(pattern, path)))
    return denied(`The settings of this gateway deny ${shown}.`, 'Ask the operator of the gateway.')
  const flag = refusedFlag(command, allow)
  if (flag) return flag
  if (command.shows !== undefined) return { verdict: 'read', permission: 'read', why: 'It only shows text.', alternative: null }
  if (command.args.includes('--') && !takesRemainder(path))
    return denied(`${shown} does not pass arguments to another program, so -- has no meaning here.`, 'Remove the --.')
  const isAllowed = allow.some(pattern => covers(pattern, path))
  if (command.known === 'unknown' && !isAllowed)
    return denied(`${shown} is not among the commands that the installed SDK lists.`, meantBy(command))
  if (command.known === 'group')
    return { verdict: 'read', permission: 'read', why: `${shown} is a group, not a command.`, alternative: null }
  const denial = DENIED.find(({ path: pattern, unless }) => pattern.test(path) && unless?.(command.arguments) !== true)
  if (denial && !isAllowed) return denied(`${shown} is denied: ${denial.why}.`, denial.instead)
  if (isReading(command.path) && !denial) return { verdict: 'read', permission: 'read', why: `${shown} only reads.`, alternative: null }
  return {
    verdict: 'confirm',
    permission: isDestroying(command.path, flagsOf(command.arguments)) ? 'destructive' : 'write',
    why: `${shown} may change something.`,
    alternative: null
  }
}

const meantBy = ({ meant }: Command): string =>
  meant.length === 0 ? 'List the commands with gcloud_help.' : `Did you mean ${meant.slice(0, 3).join(', or ')}?`

const denied = (why: string, alternative: string): Judgment => ({ verdict: 'denied', permission: 'read', why, alternative })

function refusedFlag({ arguments: args, globals, path }: Command, allow: readonly string[]): Judgment | undefined {
  for (const { role, flag, value, text } of args) {
    if (text.startsWith('---')) return denied('A flag starts with exactly two dashes.', 'Write the flag as gcloud_help shows it.')
    if (role !== 'flag' || flag === undefined || allow.includes(flag)) continue
    const rule = refusalOf({ name: flag, value, values: valuesOf(args, flag), isGlobal: globals.has(flag), path: path.join(' ') })
    if (rule) return denied(`${flag} is not accepted: ${rule.why}.`, rule.instead)
  }
  return undefined
}

/** `compute *` matches everything that starts with compute, `* delete` everything that ends with delete, and `*` everything. */
function covers(pattern: string, path: string): boolean {
  const words = pattern
    .trim()
    .replace(/^gcloud /, '')
    .replace(/^(?:alpha|beta|preview) /, '')
  const source = words
    .split('*')
    .map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(path)
}
