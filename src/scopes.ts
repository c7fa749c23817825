import { Type } from 'typebox'
import { PERMISSIONS, type Permission } from './contract/operation.ts'

/** What a scope is held against. */
export interface Scoped {
  id: string
  system: string
  group?: string | undefined
  permission: Permission
}

export const SCOPE = Type.String({
  pattern: `^(\\*|\\*:(${PERMISSIONS.join('|')})|[a-z][a-z0-9]*:(\\*|[a-z][a-z0-9_]*)|[a-z][a-z0-9_]{2,62})$`,
  description:
    '* (everything); <system>:read, :write (holds read) or :destructive (holds both); *:read and so on for every system; <system>:*; <system>:<group>; an operation such as filesystem_read_file; jobs:auto_confirm; <system>:secrets'
})

const RANK = new Map<string, number>(PERMISSIONS.map((permission, rank) => [permission, rank]))
// Named for what they unlock, never held by <system>:*, and no group of operations.
const SPECIAL = ['auto_confirm', 'secrets']

/** Whether these scopes let an operation run. */
export function allows(scopes: readonly string[], operation: Scoped): boolean {
  for (const scope of scopes) if (holds(scope, operation)) return true
  return false
}

/** The narrowest scope by permission that would let the operation run, for the words of a refusal. */
export function requiredScope({ system, permission }: Scoped): string {
  return `${system}:${permission}`
}

function holds(scope: string, { id, system, group, permission }: Scoped): boolean {
  if (scope === '*' || scope === id) return true
  const colon = scope.indexOf(':')
  if (colon < 0) return false
  const [subject, right] = [scope.slice(0, colon), scope.slice(colon + 1)]
  if (subject !== system && subject !== '*') return false
  const rank = RANK.get(right)
  if (rank !== undefined) return rank >= (RANK.get(permission) ?? Infinity)
  return right === '*' || (right === group && !SPECIAL.includes(right))
}
