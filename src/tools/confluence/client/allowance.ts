import type { Caller } from '../../../contract/caller.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Settings } from './settings.ts'

/** Which spaces may be used: those of the instance, and of the key that calls. */
export interface Allowance {
  /** Keys of the only spaces that the caller may use; undefined: all. */
  of: (caller: Caller) => readonly string[] | undefined
  /** Throws where the caller may not use the space. null: nobody can tell which one it is, so that it is none of those allowed. */
  check: (caller: Caller, key: string | null) => void
}

/** Throws an Error where a key is given two lists: one of them would not be heeded. */
export function allowanceOf({ spaces, spaces_by_key = [] }: Pick<Settings, 'spaces' | 'spaces_by_key'>): Allowance {
  const byKey = new Map(spaces_by_key.map(({ key, spaces }) => [key, spaces]))
  const twice = spaces_by_key.find(({ key, spaces }) => byKey.get(key) !== spaces)
  if (twice) throw new Error(`spaces_by_key names the key ${twice.key} twice`)
  const of = ({ id }: Caller): readonly string[] | undefined => {
    const own = byKey.get(id)
    return own && spaces ? own.filter(key => spaces.includes(key)) : (own ?? spaces)
  }
  return {
    of,
    check(caller, key) {
      const allowed = of(caller)
      if (allowed === undefined || (key !== null && allowed.includes(key))) return
      const which = key === null ? 'Confluence does not tell the space it is in: that' : `The space ${key}`
      throw new OperationError('denied_by_policy', `${which} is not among those that may be used here.`, {
        source: 'gateway',
        outcome: 'not_executed',
        suggestions: [allowed.length > 0 ? `Spaces that may be used: ${allowed.join(', ')}.` : 'No space may be used with this key.']
      })
    }
  }
}
