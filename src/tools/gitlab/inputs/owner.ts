import { Type } from 'typebox'
import { oneOf } from '../../../contract/requires.ts'
import { selectedOrIds } from './bulk.ts'
import { groupName, projectName } from './common.ts'

/** The project or group whose members or variables change. It is required with `ids`, too: a username or key does not identify it. */
export const owner = (which: string) => ({
  project: Type.Optional(projectName(`Project ${which}`)),
  group: Type.Optional(groupName(`Group ${which}`))
})
export const oneOwner = oneOf('project', 'group')

/** Requires an owner, and either a selection or `ids`. */
export const selectsOwned = (selection: object) => [oneOwner, selectedOrIds(Object.keys(selection), ...Object.keys(selection))]

export const nameOfOwner = ({ project, group }: { project?: string; group?: string }): string => project ?? group ?? ''
