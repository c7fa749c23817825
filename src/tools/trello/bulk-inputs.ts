import { missingProperty, type Requirement } from '../../contract/requires.ts'
import { brief } from '../../lib/format.ts'
import { cardFilters } from './inputs.ts'
import { NOT_FOUND } from './schemas.ts'

/** Requires IDs, or a board or list. `withIds`: properties that are allowed together with IDs. */
export function cardsOrIds(...withIds: string[]): Requirement {
  const besides =
    withIds.length > 0 ? ` ${withIds.join(', ')} can also be set with ids: the names of other inputs are then resolved on it.` : ''
  const text = `Set either ids, or board or list with optional filters.${besides}`
  return {
    text,
    check(input) {
      const given = (name: string): boolean => input[name] !== undefined && !(name === 'status' && input[name] === 'open')
      if (input['ids'] === undefined) return given('board') || given('list') ? undefined : missingProperty('ids', 'board or list', text)
      const extra = Object.keys(cardFilters).find(name => given(name) && !withIds.includes(name))
      return extra === undefined ? undefined : { path: extra, message: 'cannot be combined with ids', expected: text }
    }
  }
}

/** Errors of the items of a job that changes cards. */
export const CHANGE_ERRORS = {
  ...NOT_FOUND('board, list or card'),
  version_conflict:
    'Another user changed the card after it was listed (it is then skipped) or, for undo, after the job changed it (the item then fails)'
} as const

/** Describes how a job treats cards that change before it reaches them. */
export const IF_CHANGED =
  'A card is skipped if, after it was listed, another user changed what this job would change, or moved the card out of the chosen list.'

const FILTERS = ['label', 'member', 'due_before', 'due_after', 'due_complete', 'name_contains'] as const

type Selection = { [name in 'board' | 'list' | 'status' | (typeof FILTERS)[number]]?: string | boolean }

/** Describes the selected cards for the confirmation prompt. */
export function describeSelection({ board, list, status = 'all', ...filters }: Selection): string {
  if (board === undefined && list === undefined) return 'the given cards'
  const parents = Object.entries({ list, board }).flatMap(([kind, name]) =>
    name === undefined ? [] : [`the ${kind} ${brief(String(name))}`]
  )
  const parts = FILTERS.flatMap(name => (filters[name] === undefined ? [] : [`${name} ${brief(String(filters[name]))}`]))
  const kind = status === 'all' ? 'all' : `the ${status}`
  return `${kind} cards of ${parents.join(' of ')}${parts.length > 0 ? ` with ${parts.join(', ')}` : ''}`
}
