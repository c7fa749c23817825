import { Type } from 'typebox'
import { atMostOne } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { day, search } from './common.ts'
import { owner, selectsOwned } from './owner.ts'

const ROLES = ['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'] as const

export const role = (description: string) => stringEnum([...ROLES], { description })

export const memberOwner = owner('whose members change')

/** Selects direct members. */
export const memberSelection = {
  search: Type.Optional(search('Text in the name or username')),
  roles: Type.Optional(
    Type.Array(role('Role'), {
      minItems: 1,
      maxItems: ROLES.length,
      uniqueItems: true,
      description: 'Only members with one of these roles'
    })
  )
}
export const selectsMembers = selectsOwned(memberSelection)

export const expiryDate = Type.Optional(day('Expiry date of the membership'))
export const clearsExpiryDate = {
  clear: Type.Optional(
    Type.Array(stringEnum(['expires_at'], { description: 'A property' }), {
      minItems: 1,
      maxItems: 1,
      description: 'Properties to clear: expires_at, so that the membership does not expire'
    })
  )
}
export const setsOrClears = atMostOne('expires_at', 'clear')
