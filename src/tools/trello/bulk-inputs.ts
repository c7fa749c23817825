import { lacking, type Requirement } from '../../contract/requires.ts'
import { brief } from '../../lib/format.ts'
import { NOT_FOUND } from './failures.ts'
import { cardFilters } from './inputs.ts'

/** The cards are named, or selected from a board or a list; not both. `withIds`: what also helps to read the other parameters. */
export function cardsOrIds(...withIds: string[]): Requirement {
  const besides = withIds.length > 0 ? ` (but for ${withIds.join(', ')}, to read names)` : ''
  const text = `Give ids, or board or list with further conditions; not both${besides}.`
  return {
    text,
    check(input) {
      const given = (name: string): boolean => input[name] !== undefined && !(name === 'status' && input[name] === 'open')
      if (input['ids'] === undefined) return given('board') || given('list') ? undefined : lacking('ids', 'board or list', text)
      const extra = Object.keys(cardFilters).find(name => given(name) && !withIds.includes(name))
      return extra === undefined ? undefined : { path: extra, message: 'does not go with ids', expected: text }
    }
  }
}

/** What a job may meet that changes cards. */
export const CHANGE_ERRORS = {
  ...NOT_FOUND('board, list or card'),
  version_conflict: 'Somebody changed the card after it was listed, or on undo since: it was left alone'
} as const

/** What becomes of a card that is another by then. */
export const IF_CHANGED =
  'One that somebody changed in this after it was listed, or took out of the chosen list, is left alone and skipped.'

const CONDITIONS = ['label', 'member', 'due_before', 'due_after', 'due_complete', 'name_contains'] as const

type Selection = { [name in 'board' | 'list' | 'status' | (typeof CONDITIONS)[number]]?: string | boolean }

/** Which cards, as a question to a person says it. */
export function cardsSaid({ board, list, status = 'all', ...conditions }: Selection): string {
  if (board === undefined && list === undefined) return 'the named cards'
  const places = Object.entries({ list, board }).flatMap(([kind, name]) =>
    name === undefined ? [] : [`the ${kind} ${brief(String(name))}`]
  )
  const words = CONDITIONS.flatMap(name => (conditions[name] === undefined ? [] : [`${name} ${brief(String(conditions[name]))}`]))
  const kind = status === 'all' ? 'all' : `the ${status}`
  return `${kind} cards of ${places.join(' of ')}${words.length > 0 ? ` with ${words.join(', ')}` : ''}`
}
