import type { Caller } from '../../../../contract/call.ts'
import { outsideConstraints, useOnly } from '../../../../contract/constraints.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { credentialOf } from '../../../../contract/principal.ts'
import type { Settings } from '../settings.ts'

/** The allowed spaces: those of the instance, limited by those of the key. */
export interface SpaceAccess {
  /** Keys of the only spaces that the caller may use; undefined for all. */
  of: (caller: Caller) => readonly string[] | undefined
  /** Throws if the caller may not use the space. null: the space is unknown, so it is not allowed if spaces are limited. */
  check: (caller: Caller, key: string | null) => void
  /** Throws if the caller may use only some spaces. For what may contain something of any space, as `why` explains. */
  checkUnlimited: (caller: Caller, why: string) => void
}

/** Throws an Error if a key has two lists, because one of them would be ignored. */
export function spaceAccessOf({ spaces, spaces_by_key = [] }: Pick<Settings, 'spaces' | 'spaces_by_key'>): SpaceAccess {
  const byKey = new Map(spaces_by_key.map(({ key, spaces }) => [key, spaces]))
  const twice = spaces_by_key.find(({ key, spaces }) => byKey.get(key) !== spaces)
  if (twice) throw new Error(`spaces_by_key names the key ${twice.key} twice`)
  const of = ({ id }: Caller): readonly string[] | undefined => {
    const own = byKey.get(credentialOf(id))
    return own && spaces ? own.filter(key => spaces.includes(key)) : (own ?? spaces)
  }
  return {
    of,
    check(caller, key) {
      const allowed = of(caller)
      if (allowed === undefined || (key !== null && allowed.includes(key))) return
      if (key !== null) throw denied(`The space ${key} is not one of the allowed spaces.`, allowed)
      throw denied('Only certain spaces may be used here, and Confluence does not return the space of this content.', allowed)
    },
    checkUnlimited(caller, why) {
      const allowed = of(caller)
      if (allowed) throw denied(`Only certain spaces may be used here, and ${why}.`, allowed)
    }
  }
}

const denied = (message: string, allowed: readonly string[]): OperationError =>
  new OperationError('denied_by_policy', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [allowed.length > 0 ? `Allowed spaces: ${allowed.join(', ')}.` : 'The key is not allowed to use any space.']
  })

/** Returns the access of a key that is limited to spaces. */
export function limitedSpaces(access: SpaceAccess, only: readonly string[]): SpaceAccess {
  const outside = (): OperationError => outsideConstraints(useOnly('space', only, 'Confluence'))
  return {
    of: caller => {
      const others = access.of(caller)
      return others ? only.filter(key => others.includes(key)) : only
    },
    check(caller, key) {
      if (key === null || !only.includes(key)) throw outside()
      access.check(caller, key)
    },
    checkUnlimited() {
      throw outside()
    }
  }
}
