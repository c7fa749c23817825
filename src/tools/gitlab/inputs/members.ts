import { Type } from 'typebox'
import { atMostOne, oneOf } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { selectedOrIds } from './bulk.ts'
import { day, groupName, projectName, search } from './common.ts'

const ROLES = ['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'] as const

export const role = (description: string) => stringEnum([...ROLES], { description })

/** The project or group whose members change. It is named with `ids`, too: a username alone does not say of what. */
export const memberOwner = {
  project: Type.Optional(projectName('Project whose members change')),
  group: Type.Optional(groupName('Group whose members change'))
}
export const oneOwner = oneOf('project', 'group')

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
export const selectsMembers = [oneOwner, selectedOrIds(Object.keys(memberSelection), ...Object.keys(memberSelection))]

export const lastDay = Type.Optional(day('Last day of the membership'))
export const clearsLastDay = {
  clear: Type.Optional(
    Type.Array(stringEnum(['expires_at'], { description: 'A property' }), {
      minItems: 1,
      maxItems: 1,
      description: 'Properties to clear: expires_at, for a membership without a last day'
    })
  )
}
export const notBothDays = atMostOne('expires_at', 'clear')

export const ofOwner = ({ project, group }: { project?: string; group?: string }): string => project ?? group ?? ''
