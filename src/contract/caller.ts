/** Who calls: the key's id, and whether it holds `*`. */
export interface Caller {
  id: string
  scopes: readonly string[]
}

/** Whether nobody is known to call: a public route, and no key where one is needed. A key has at least one scope. */
export const isNobody = ({ scopes }: Caller): boolean => scopes.length === 0

/** Whether a caller holds a scope such as `jobs:auto_confirm`: it must be named, or everything allowed. */
export const holdsSpecial = ({ scopes }: Caller, special: string): boolean => scopes.includes(special) || scopes.includes('*')
