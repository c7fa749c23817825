import { Type } from 'typebox'
import { lacking, type Requirement } from '../../contract/requires.ts'
import { words } from '../../contract/schema.ts'
import { brief } from '../../lib/format.ts'
import { MISSING } from './failures.ts'
import { filters } from './filters.ts'
import { groupName, projectName } from './inputs.ts'

const { iids: _iids, ...conditions } = filters

/** Where the things are: said outright, so that no job begins over a default. */
export const from = {
  project: Type.Optional(projectName('Those of this project')),
  group: Type.Optional(groupName('Those of all projects of this group'))
}

/** Issues or merge requests that fit all of these. */
export const selection = {
  ...from,
  state: Type.Optional(words(['opened', 'closed', 'all'], { description: 'Which: opened, closed or all. Absent: opened' })),
  ...conditions
}

/** They are named, or selected from a place; not both. `places`: what says where they are. */
export function selectedOrIds(names: readonly string[], ...places: string[]): Requirement {
  const others = names.some(name => !places.includes(name)) ? ' with further conditions' : ''
  const text = `Give ids, or ${places.join(' or ')}${others}; not both.`
  return {
    text,
    check(input) {
      const given = names.filter(name => input[name] !== undefined)
      if (input['ids'] !== undefined)
        return given[0] === undefined ? undefined : { path: given[0], message: 'does not go with ids', expected: text }
      return places.some(place => input[place] !== undefined) ? undefined : lacking('ids', places.join(' or '), text)
    }
  }
}

export const SELECTION = Object.keys(selection)

/** Which things, as a question to a person says it. */
export function said(what: string, input: object, names: readonly string[] = SELECTION): string {
  const given = Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined)
  if (given.length === 0) return `the named ${what}`
  return `the ${what} with ${given.map(([name, value]) => `${name} ${brief([value].flat().join(', '))}`).join(', ')}`
}

/** What a job may meet that changes things. */
export const changeErrors = (what: string) =>
  ({
    ...MISSING(what),
    version_conflict: 'Somebody changed it meanwhile, or since; it was left alone'
  }) as const

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a selection, nor ids',
  error: { reason: 'missing_required_field' }
} as const
