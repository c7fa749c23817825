import { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../contract/spelling.ts'
import { type ApiLabel, readLabels } from './api.ts'
import type { Turn } from './turn.ts'

/** The labels of the account, read when they are needed and kept for a minute. */
export interface LabelBook {
  all: (turn: Turn) => Promise<ApiLabel[]>
  /** Names in place of ids; an id that no label has stays as it is. */
  names: (ids: readonly string[], turn: Turn) => Promise<string[]>
  /** Ids of labels given by name or id. Unknown ones are refused at the path, with names that are near. */
  ids: (given: readonly string[], path: string, turn: Turn) => Promise<string[]>
  /** The one label given by name or id; refused as `ids` does. */
  one: (given: string, path: string, turn: Turn) => Promise<ApiLabel>
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

  const resolve = async (wanted: readonly Wanted[], turn: Turn): Promise<ApiLabel[]> => {
    if (wanted.length === 0) return []
    const whole = (labels: ApiLabel[]): ApiLabel[] | undefined => {
      const found = wanted.flatMap(({ name }) => labelOf(labels, name) ?? [])
      return found.length === wanted.length ? found : undefined
    }
    const labels = await search(turn, whole)
    if (!labels) throw unknownLabels(wanted, await all(turn))
    return labels
  }

  return {
    all,
    async names(ids, turn) {
      const named = (labels: ApiLabel[]): string[] => ids.map(id => labels.find(label => label.id === id)?.name ?? id)
      const whole = (labels: ApiLabel[]): string[] | undefined =>
        ids.every(id => labels.some(label => label.id === id)) ? named(labels) : undefined
      return (await search(turn, whole)) ?? named(await all(turn))
    },
    ids: async (given, path, turn) =>
      (
        await resolve(
          given.map((name, place) => ({ name, path: `${path}[${place}]` })),
          turn
        )
      ).map(({ id }) => id),
    async one(name, path, turn) {
      const [label] = await resolve([{ name, path }], turn)
      if (!label) throw new Error(`no label was found for ${name}, and none refused`)
      return label
    },
    find: (given, turn) => search(turn, labels => labelOf(labels, given)),
    forget() {
      kept = undefined
    }
  }
}

/** A label as a caller names it, and where. */
interface Wanted {
  name: string
  path: string
}

/** By id, by its very name, or by its name in other letter cases where that is one label's only. */
function labelOf(labels: readonly ApiLabel[], given: string): ApiLabel | undefined {
  const alike = alikeOf(labels, given)
  return labels.find(({ id }) => id === given) ?? alike.find(({ name }) => name === given) ?? (alike.length === 1 ? alike[0] : undefined)
}

const alikeOf = (labels: readonly ApiLabel[], given: string): ApiLabel[] => {
  const lower = given.toLowerCase()
  return labels.filter(({ name }) => name.toLowerCase() === lower)
}

function unknownLabels(wanted: readonly Wanted[], labels: readonly ApiLabel[]): OperationError {
  const unknown = wanted.filter(({ name }) => !labelOf(labels, name))
  const issues = unknown.map(({ name, path }) => {
    const many = alikeOf(labels, name).length
    return {
      path,
      message: many === 0 ? `${name} is not a label of this account` : `${name} is the name of ${many} labels of this account`
    }
  })
  const suggestions = unknown.flatMap(({ name }) => candidates(name, labels))
  return new OperationError('invalid_field_value', issues.map(({ message }) => `${message}.`).join(' '), {
    source: 'gateway',
    outcome: 'not_executed',
    issues,
    suggestions: suggestions.length > 0 ? suggestions : ['gmail_list_labels says which labels there are, gmail_create_label makes one.']
  })
}

/** What may have been meant: of several labels that differ in letter cases only, each with its id; else names that are spelt nearly so, or hold the words. */
export function candidates(given: string, labels: readonly ApiLabel[]): string[] {
  const alike = alikeOf(labels, given)
  if (alike.length > 1) return alike.map(({ id, name }) => `${name} (${id})`)
  const names = labels.map(({ name }) => name)
  const lower = given.toLowerCase()
  return [...new Set([...near(given, names), ...names.filter(name => name.toLowerCase().includes(lower))])].slice(0, 5)
}
