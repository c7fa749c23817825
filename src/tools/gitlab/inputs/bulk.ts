import { Type } from 'typebox'
import { atMostOne, missingProperty, type Requirement } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { brief } from '../../../lib/format.ts'
import { resourceErrors } from '../errors.ts'
import { groupName, projectName } from './common.ts'
import { refName } from './files.ts'
import { eitherNameOrId, filters } from './filters.ts'

const { iids: _iids, ...conditions } = filters

/** The source of the selected items. There is no default project, so that no job starts on a project that was not named. */
const source = {
  project: Type.Optional(projectName('Project')),
  group: Type.Optional(groupName('All projects of this group'))
}

/** Selects the issues that match every filter. */
export const issueSelection = {
  ...source,
  state: Type.Optional(stringEnum(['opened', 'closed', 'all'], { description: 'State. Default opened' })),
  ...conditions
}

/** Requires either `ids` or a selection. `names`: the properties of a selection. `sources`: a selection needs one of these. */
export function selectedOrIds(names: readonly string[], ...sources: string[]): Requirement {
  const isFiltered = names.some(name => !sources.includes(name))
  const text = `Set either ids, or ${isFiltered ? `${sources.join(' or ')} with optional filters` : `at least one of ${sources.join(' and ')}`}.`
  return {
    text,
    check(input) {
      const given = names.filter(name => input[name] !== undefined)
      if (input['ids'] !== undefined)
        return given[0] === undefined ? undefined : { path: given[0], message: 'cannot be combined with ids', expected: text }
      return sources.some(name => input[name] !== undefined) ? undefined : missingProperty('ids', sources.join(' or '), text)
    }
  }
}

export const ISSUE_SELECTION = Object.keys(issueSelection)

/** Describes the selected items for the user who confirms the job: "the issues with labels bug". */
export function describeSelection(what: string, input: object, names: readonly string[] = ISSUE_SELECTION): string {
  const given = Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined)
  if (given.length === 0) return `the named ${what}`
  return `the ${what} with ${given.map(([name, value]) => `${name} ${brief([value].flat().join(', '))}`).join(', ')}`
}

const CONFLICT = 'GitLab reports a conflict with another change of the item; it was left unchanged'
const CHANGED = 'Another user changed the item after it was listed (or, for undo, after the job changed it); it was left unchanged'

/** Errors of jobs that change items. `conflict`: when the reason is version_conflict. Default: that of jobs without undo. */
export const bulkErrors = (what: string, conflict = CONFLICT) => ({ ...resourceErrors(what), version_conflict: conflict }) as const

/** As `bulkErrors`, of jobs with undo. */
export const undoableErrors = (what: string) => bulkErrors(what, CHANGED)

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a selection nor ids',
  error: { reason: 'missing_required_field' }
} as const

/** Selects the merge requests that match every filter. */
export const mergeRequestSelection = {
  ...issueSelection,
  source_branch: Type.Optional(refName('Only merge requests from this source branch')),
  target_branch: Type.Optional(refName('Only merge requests into this target branch'))
}
export const MERGE_REQUEST_SELECTION = Object.keys(mergeRequestSelection)

export const selectsMergeRequests = [
  selectedOrIds(MERGE_REQUEST_SELECTION, 'project', 'group'),
  atMostOne('project', 'group'),
  ...eitherNameOrId
]

export const branchQuery = ({ source_branch, target_branch }: { source_branch?: string; target_branch?: string }) => ({
  source_branch,
  target_branch
})
