import { Type } from 'typebox'
import { awaitingJob } from '../../contract/example-job.ts'
import { missingProperty, type Requirement } from '../../contract/requires.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from './failures.ts'
import { label, pageId, spaceKey } from './inputs.ts'

/** Selects pages that match all of these. */
export const selection = {
  query: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: 'Pages that this CQL query finds; its order is ignored'
    })
  ),
  space_key: Type.Optional(spaceKey('Pages of this space')),
  label: Type.Optional(label('Pages with this label')),
  parent_id: Type.Optional(pageId('Pages below this one, at any depth'))
}

const CONDITIONS = ['query', 'space_key', 'label', 'parent_id'] as const
const TEXT = `Set either ids or at least one of ${CONDITIONS.join(', ')}.`

export const pagesOrIds: Requirement = {
  text: TEXT,
  check(input) {
    const given = CONDITIONS.filter(name => input[name] !== undefined)
    if (input['ids'] === undefined) return given.length > 0 ? undefined : missingProperty('ids', `one of ${CONDITIONS.join(', ')}`, TEXT)
    return given[0] === undefined ? undefined : { path: given[0], message: 'cannot be combined with ids', expected: TEXT }
  }
}

/** Describes the selected pages for the user who confirms the job. */
export function describePages(input: { [name in (typeof CONDITIONS)[number]]?: string }): string {
  const words = CONDITIONS.flatMap(name => (input[name] === undefined ? [] : [`${name} ${input[name].slice(0, 60)}`]))
  return words.length === 0 ? 'the named pages' : `the pages with ${words.join(', ')}`
}

/** Errors of a job on selected pages. */
export const SELECTION_ERRORS = {
  ...PAGE_ERRORS,
  ...SPACE_ERRORS,
  cannot_be_honoured: 'The key is not allowed to use any space'
} as const

/** For a job that needs the bodies of the pages. */
export const NEEDS_BODY = `${SELECTION_ERRORS.cannot_be_honoured}, or Confluence did not return the body of a page`

/** Errors of a job that changes pages. */
export const CHANGE_ERRORS = {
  ...SELECTION_ERRORS,
  version_conflict: 'Another user changed the page in the meantime; it was left unchanged'
} as const

/** Selects the two pages below in the sandbox. */
export const GUIDES = { space_key: 'DOCS', label: 'guide' }

/** The job for this selection. */
export const jobOverGuides = (operation: string, message: string, { undoable = true } = {}) =>
  awaitingJob({
    operation,
    message,
    undoable,
    sample: [
      { item_id: '65538', display_name: 'Installation' },
      { item_id: '65539', display_name: 'Troubleshooting' }
    ]
  })

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a selection nor ids',
  error: { reason: 'missing_required_field' }
} as const
