import { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../contract/spelling.ts'
import { type ApiLabel, readLabels } from './api.ts'
import type { Turn } from './gmail.ts'

/** The labels of the account, read when they are needed and kept for a minute. */
export interface LabelBook {
  all: (turn: Turn) => Promise<ApiLabel[]>
  /** Names in place of ids; an id that no label has stays as it is. */
  names: (ids: readonly string[], turn: Turn) => Promise<string[]>
  /** Ids of labels given by name or id. Unknown ones are refused at the path, with names that are near. */
  ids: (given: readonly string[], path: string, turn: Turn) => Promise<string[]>
  /** The label of a name or id, or undefined. */
  find: (given: string, turn: Turn) => Promise<ApiLabel | undefined>
  /** A label was made, changed or deleted. */
  forget: () => void
}

const KEPT_MS = 60_000

export function openLabelBook(load: (turn: Turn) => Promise<unknown>): LabelBook {
  let kept: { labels: ApiLabel[]; until: number } | undefined
  const reload = async (turn: Turn): Promise<ApiLabel[]> => {
    const labels = readLabels(await load(turn))
    kept = { labels, until: Date.now() + KEPT_MS }
    return labels
  }
  const all = async (turn: Turn): Promise<ApiLabel[]> => (kept && kept.until > Date.now() ? kept.labels : await reload(turn))
  /** Looks anew where somebody else may have made the label meanwhile. */
  const search = async <T>(turn: Turn, look: (labels: ApiLabel[]) => T | undefined): Promise<T | undefined> =>
    look(await all(turn)) ?? look(await reload(turn))

  return {
    all,
    async names(ids, turn) {
      const named = (labels: ApiLabel[]): string[] => ids.map(id => labels.find(label => label.id === id)?.name ?? id)
      const whole = (labels: ApiLabel[]): string[] | undefined =>
        ids.every(id => labels.some(label => label.id === id)) ? named(labels) : undefined
      return (await search(turn, whole)) ?? named(await all(turn))
    },
    async ids(given, path, turn) {
      if (given.length === 0) return []
      const whole = (labels: ApiLabel[]): string[] | undefined => {
        const ids = given.flatMap(name => labelOf(labels, name)?.id ?? [])
        return ids.length === given.length ? ids : undefined
      }
      const ids = await search(turn, whole)
      if (!ids) throw unknownLabels(given, path, await all(turn))
      return ids
    },
    find: (given, turn) => search(turn, labels => labelOf(labels, given)),
    forget() {
      kept = undefined
    }
  }
}

function labelOf(labels: readonly ApiLabel[], given: string): ApiLabel | undefined {
  const lower = given.toLowerCase()
  return labels.find(({ id }) => id === given) ?? labels.find(({ name }) => name.toLowerCase() === lower)
}

function unknownLabels(given: readonly string[], path: string, labels: readonly ApiLabel[]): OperationError {
  const issues = given.flatMap((name, place) =>
    labelOf(labels, name) ? [] : [{ path: `${path}[${place}]`, message: `${name} is not a label of this account` }]
  )
  const suggestions = given.flatMap(name => (labelOf(labels, name) ? [] : candidates(name, labels)))
  return new OperationError('invalid_field_value', issues.map(({ message }) => `${message}.`).join(' '), {
    source: 'gateway',
    outcome: 'not_executed',
    issues,
    suggestions: suggestions.length > 0 ? suggestions : ['gmail_list_labels says which labels there are, gmail_create_label makes one.']
  })
}

/** Names that may have been meant: those that are spelt nearly so, or that hold the words. */
export function candidates(given: string, labels: readonly ApiLabel[]): string[] {
  const names = labels.map(({ name }) => name)
  const lower = given.toLowerCase()
  return [...new Set([...near(given, names), ...names.filter(name => name.toLowerCase().includes(lower))])].slice(0, 5)
}
