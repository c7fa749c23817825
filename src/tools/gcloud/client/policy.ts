import type { Permission } from '../../../contract/operation.ts'
import { type Command, shownPath } from './command.ts'
import { DENIED } from './denied.ts'
import { flagOf, refusalOf } from './flags.ts'
import { isDestroying, isReading } from './verbs.ts'

/** What the operator lets through or shuts out beside the built-in policy. Paths of commands without the release track; `*` stands for any words. */
export interface Lists {
  allow: readonly string[]
  deny: readonly string[]
}

export const NO_LISTS: Lists = { allow: [], deny: [] }

/** What the policy says of a command. */
export interface Judgement {
  verdict: 'read' | 'confirm' | 'denied'
  permission: Permission
  why: string
  /** What to do instead of what is denied; null otherwise. */
  alternative: string | null
}

/** Judges the path of a command on every release track, and its flags; never the text. */
export function judge(command: Command, { allow, deny }: Lists = NO_LISTS): Judgement {
  const path = command.path.join(' ')
  const shown = shownPath(command)
  if (deny.some(pattern => covers(pattern, path)))
    return denied(`The settings of this gateway deny ${shown}.`, 'Ask whoever runs the gateway.')
  const flag = refusedFlag(command, allow)
  if (flag) return flag
  if (command.shows !== undefined) return { verdict: 'read', permission: 'read', why: 'It only shows a text.', alternative: null }
  const isAllowed = allow.some(pattern => covers(pattern, path))
  if (command.known === 'unknown' && !isAllowed)
    return denied(`${shown} is not among the commands that the installed SDK lists.`, meantBy(command))
  if (command.known === 'group')
    return { verdict: 'read', permission: 'read', why: `${shown} is a group, and no command.`, alternative: null }
  const denial = DENIED.find(({ path: pattern, unless }) => pattern.test(path) && unless?.(command.rest) !== true)
  if (denial && !isAllowed) return denied(`${shown} is not run here: ${denial.why}.`, denial.instead)
  if (isReading(command.path) && !denial) return { verdict: 'read', permission: 'read', why: `${shown} only reads.`, alternative: null }
  return {
    verdict: 'confirm',
    permission: isDestroying(command.path) ? 'destructive' : 'write',
    why: `${shown} may change something.`,
    alternative: null
  }
}

const meantBy = ({ meant }: Command): string =>
  meant.length === 0 ? 'gcloud_help tells which there are.' : `Did you mean ${meant.slice(0, 3).join(', or ')}?`

const denied = (why: string, alternative: string): Judgement => ({ verdict: 'denied', permission: 'read', why, alternative })

function refusedFlag({ args, globals }: Command, allow: readonly string[]): Judgement | undefined {
  const cut = args.indexOf('--')
  const own = cut < 0 ? args : args.slice(0, cut)
  for (const [at, word] of own.entries()) {
    const flag = flagOf(word)
    const rule = flag && !allow.includes(flag.name) ? refusalOf(flag, own[at + 1], globals.has(flag.name)) : undefined
    if (flag && rule) return denied(`${flag.name} is not taken: ${rule.why}.`, rule.instead)
  }
  return undefined
}

/** `compute *` covers all that begins so, `* delete` all that ends so; `*` all. */
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
