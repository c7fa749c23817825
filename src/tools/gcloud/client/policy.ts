import type { Permission } from '../../../contract/operation.ts'
import { type Command, shownPath } from './command.ts'
import { DENIED } from './denied.ts'
import { REFUSED_FLAGS } from './flags.ts'
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
  if (command.known === 'unknown' && !isAllowed) return denied(`The installed gcloud has no command ${shown}.`, meantBy(command))
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

function refusedFlag({ flags }: Command, allow: readonly string[]): Judgement | undefined {
  for (const { name, value } of flags) {
    const rule = REFUSED_FLAGS.find(({ flag }) => flag.test(name))
    if (rule && !allow.includes(name)) return denied(`${name} is not taken: ${rule.why}.`, rule.instead)
    if (name === '--verbosity' && (value === undefined || value === 'debug'))
      return denied('--verbosity is taken as --verbosity=info and the like, and never as debug, which prints requests.', 'Leave it out.')
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
