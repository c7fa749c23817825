import { get, type Output } from '../../api/client.ts'
import { formatCount, words } from '../../lib/format.ts'

export type Key = Output<'keys_get'>
export type IssuedKey = Output<'keys_create'>

export interface Scope {
  scope: string
  kind: 'general' | 'permission' | 'part' | 'operation'
  allows: string
}

/** What the user of the console may do. */
export interface Access {
  principal: string
  /** Scopes that the user can give to keys. */
  grantable: readonly Scope[]
}

export const getAccess = (signal: AbortSignal): Promise<Access> => get<Access>('/v1/access', undefined, signal)

/** Path in the API. */
export const pathOf = (id: string): string => `/v1/keys/${encodeURIComponent(id)}`

export const getKey = (id: string, signal: AbortSignal): Promise<Key> => get<Key>(pathOf(id), undefined, signal)

/** Whether an operation can change the key. */
export const isChangeable = ({ source, status }: Pick<Key, 'source' | 'status'>): boolean =>
  source === 'managed' && status !== 'revoked' && status !== 'unreadable'

export const OWN_NOTE = 'This console uses the key.'

/** Whether calls of this tab are sent with the key. */
export const isOwn = ({ id }: Pick<Key, 'id'>, { principal }: Access): boolean => principal === `key:${id}`

/** Returns the scopes of the key that the user cannot give to keys. */
export function missingOf({ scopes }: Pick<Key, 'scopes'>, { grantable }: Access): string[] {
  const known = new Set(grantable.map(({ scope }) => scope))
  return scopes.filter(scope => !known.has(scope))
}

/** Limits as text: Requests per minute: 600. */
export const limitsOf = ({ limits }: Pick<Key, 'limits'>): string[] =>
  Object.entries(limits ?? {}).flatMap(([name, value]) => {
    if (typeof value === 'number') return [`${words(name)}: ${formatCount(value)}`]
    return value.flatMap(({ system, ...own }) => limitsOf({ limits: own }).map(text => `${system}: ${text}`))
  })
