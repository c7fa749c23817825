import { Type } from 'typebox'
import { DECIDE } from '../contract/approvals.ts'
import { PERMISSIONS, type Permission } from '../contract/operation.ts'

/** The operation that a scope is checked against. */
export interface Scoped {
  id: string
  system: string
  group?: string | undefined
  permission: Permission
  /** Only `<system>:admin`, the ID of the operation and `*` allow it. */
  isAdmin?: boolean
}

export const SCOPE = Type.String({
  pattern: `^(\\*|\\*:(${PERMISSIONS.join('|')})|[a-z][a-z0-9]*:(\\*|[a-z][a-z0-9_]*)|[a-z][a-z0-9_]{2,62})$`,
  description:
    '* (everything); <system>:read, :write (includes read) or :destructive (includes both); *:read and so on for every system; <system>:*; <system>:<group>; an operation such as filesystem_read_file; approvals:decide; <system>:approve; calls:read_all; jobs:auto_confirm; keys:admin; metrics:read; users:act_as; <system>:secrets'
})

const METRICS = 'metrics:read'

/** Scope to call on behalf of users. */
export const ACT_AS = 'users:act_as'

/** Every kind of scope. `<system>`, `<group>` and `<operation>` stand for names. */
export const SCOPE_KINDS: readonly { scope: string; allows: string }[] = [
  { scope: '*', allows: 'Everything, including the jobs of every key.' },
  { scope: '<operation>', allows: 'One operation, by its ID, such as `filesystem_read_file`.' },
  { scope: '<system>:read', allows: 'Operations of the system that only read. `*:read`: those of every system.' },
  { scope: '<system>:write', allows: 'Also operations that change something. `*:write`: those of every system.' },
  { scope: '<system>:destructive', allows: 'Also operations that delete. `*:destructive`: those of every system.' },
  { scope: '<system>:*', allows: 'Every operation of the system, but not its `secrets`.' },
  { scope: '<system>:<group>', allows: 'Every operation of one group of the system, such as `gitlab:issues`.' },
  { scope: '<system>:secrets', allows: 'Secret values that operations otherwise withhold. Used by `gitlab`: values of CI variables.' },
  { scope: DECIDE, allows: 'Approving and denying calls of other keys that the policy holds for an approval, on every system.' },
  { scope: '<system>:approve', allows: 'The same for calls of one system.' },
  { scope: 'calls:read_all', allows: 'The calls of every key in the record, and what each key used. Without it, a key sees its own.' },
  { scope: 'jobs:auto_confirm', allows: 'Starting a bulk job without confirming its preview (`confirm: auto`).' },
  {
    scope: 'keys:admin',
    allows: 'Managing the keys of the gateway. A key can give other keys only scopes that it has itself.'
  },
  { scope: METRICS, allows: 'Reading the metrics of the gateway (`GET /metrics`).' },
  { scope: ACT_AS, allows: 'Calling on behalf of users, whom the header `Toolgate-User` names. Each has its own jobs, graph and quotas.' }
]

const RANK = new Map<string, number>(PERMISSIONS.map((permission, rank) => [permission, rank]))
// Special scopes: named after what they unlock, not included in <system>:*, and not a group of operations.
const SPECIAL = ['act_as', 'admin', 'approve', 'auto_confirm', 'decide', 'read_all', 'secrets']

/** Whether these scopes allow an operation. */
export function allows(scopes: readonly string[], operation: Scoped): boolean {
  for (const scope of scopes) if (holds(scope, operation)) return true
  return false
}

/** Scopes that concern other callers or the gateway itself. */
const OVER_OTHERS: readonly string[] = [ACT_AS, DECIDE, 'calls:read_all', 'keys:admin', METRICS]

const isOverOthers = (scope: string): boolean => OVER_OTHERS.includes(scope) || scope.endsWith(':approve')

/** Returns the scopes of the users of a key: all that concern only the user. */
export const scopesOfUser = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.flatMap(scope => (scope === '*' ? ['*:destructive', 'jobs:auto_confirm'] : isOverOthers(scope) ? [] : scope)))
]

/** Returns the narrowest scope by permission that would allow the operation, for the text of a refusal. */
export function requiredScope({ system, permission, isAdmin }: Scoped): string {
  return isAdmin ? adminScope(system) : `${system}:${permission}`
}

const adminScope = (system: string): string => `${system}:admin`

function holds(scope: string, { id, system, group, permission, isAdmin }: Scoped): boolean {
  if (scope === '*' || scope === id) return true
  if (isAdmin) return scope === adminScope(system)
  const colon = scope.indexOf(':')
  if (colon < 0) return false
  const [subject, right] = [scope.slice(0, colon), scope.slice(colon + 1)]
  if (subject !== system && subject !== '*') return false
  const rank = RANK.get(right)
  if (rank !== undefined) return rank >= (RANK.get(permission) ?? Infinity)
  return right === '*' || (right === group && !SPECIAL.includes(right))
}

/**
 * Returns the scopes that two lists both grant. An overlap that no single scope expresses, such as that of `gitlab:read` and `gitlab:issues`, is left out:
 * the result never grants more than either list.
 */
export function commonScopes(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set(some.flatMap(one => others.flatMap(other => narrower(one, other) ?? narrower(other, one) ?? [])))]
}

/** Returns those of the scopes that `granted` does not include. */
export const missingScopes = (scopes: readonly string[], granted: readonly string[]): string[] =>
  scopes.filter(scope => !granted.some(other => narrower(scope, other) === scope))

/** Returns `one` or the part of it that `other` also grants; undefined if `one` is not the narrower one, or if they share nothing. */
function narrower(one: string, other: string): string | undefined {
  if (one === other || other === '*') return one
  if (one === METRICS) return undefined // it is not a permission of a system, so *:read does not include it
  const [system = '', right] = other.split(':')
  if (right === undefined) return undefined
  const isWhole = right === '*' || right === 'destructive'
  if (!one.includes(':')) return isWhole && one.startsWith(`${system}_`) ? one : undefined
  const [subject = '', granted = ''] = one.split(':')
  if (subject !== system && system !== '*') return undefined
  const [rank, maxRank] = [granted === '*' ? Infinity : RANK.get(granted), isWhole ? Infinity : RANK.get(right)]
  if (rank !== undefined && maxRank !== undefined) return rank <= maxRank ? one : `${subject}:${right}`
  return isWhole && !SPECIAL.includes(granted) ? one : undefined
}
