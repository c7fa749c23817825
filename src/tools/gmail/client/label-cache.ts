import { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../lib/spelling.ts'
import { type ApiLabel, readLabels } from './api.ts'
import type { GmailCall } from './call.ts'

/** The labels of the account, read on demand and cached for a minute. */
export interface LabelCache {
  all: (call: GmailCall) => Promise<ApiLabel[]>
  /** Returns the names of labels. The ID of an unknown label is returned unchanged. */
  names: (ids: readonly string[], call: GmailCall) => Promise<string[]>
  /** Returns the IDs of labels given by name or ID. Throws invalid_field_value, with similar names, for unknown ones. */
  ids: (nameOrId: readonly string[], path: string, call: GmailCall) => Promise<string[]>
  /** Returns one label given by name or ID. Throws like `ids`. */
  one: (nameOrId: string, path: string, call: GmailCall) => Promise<ApiLabel>
  /** Returns the label with a name or ID, or undefined. */
  find: (nameOrId: string, call: GmailCall) => Promise<ApiLabel | undefined>
  /** Empties the cache after a label was created, updated or deleted. */
  clear: () => void
}

const CACHE_MS = 60_000

export function createLabelCache(load: (call: GmailCall) => Promise<unknown>): LabelCache {
  let cached: { labels: ApiLabel[]; until: number } | undefined
  const reload = async (call: GmailCall): Promise<ApiLabel[]> => {
    const { labels = [] } = readLabels(await load(call))
    cached = { labels, until: Date.now() + CACHE_MS }
    return labels
  }
  const all = async (call: GmailCall): Promise<ApiLabel[]> => (cached && cached.until > Date.now() ? cached.labels : await reload(call))
  /** Reloads the labels if nothing is found: another client may have created the label since. */
  const search = async <T>(call: GmailCall, find: (labels: ApiLabel[]) => T | undefined): Promise<T | undefined> =>
    find(await all(call)) ?? find(await reload(call))

  const resolve = async (references: readonly LabelReference[], call: GmailCall): Promise<ApiLabel[]> => {
    if (references.length === 0) return []
    const allOf = (labels: ApiLabel[]): ApiLabel[] | undefined => {
      const found = references.flatMap(({ name }) => labelOf(labels, name) ?? [])
      return found.length === references.length ? found : undefined
    }
    const labels = await search(call, allOf)
    if (!labels) throw unknownLabels(references, await all(call))
    return labels
  }

  return {
    all,
    async names(ids, call) {
      const namesIn = (labels: ApiLabel[]): string[] => ids.map(id => labels.find(label => label.id === id)?.name ?? id)
      const allNames = (labels: ApiLabel[]): string[] | undefined =>
        ids.every(id => labels.some(label => label.id === id)) ? namesIn(labels) : undefined
      return (await search(call, allNames)) ?? namesIn(await all(call))
    },
    ids: async (nameOrId, path, call) =>
      (
        await resolve(
          nameOrId.map((name, index) => ({ name, path: `${path}[${index}]` })),
          call
        )
      ).map(({ id }) => id),
    async one(name, path, call) {
      const [label] = await resolve([{ name, path }], call)
      if (!label) throw new Error(`the label ${name} was neither found nor refused`)
      return label
    },
    find: (nameOrId, call) => search(call, labels => labelOf(labels, nameOrId)),
    clear() {
      cached = undefined
    }
  }
}

/** A label as the caller named it, and the path of the property. */
interface LabelReference {
  name: string
  path: string
}

/** Finds a label by ID, by exact name, or by name in another letter case if only one label matches. */
function labelOf(labels: readonly ApiLabel[], nameOrId: string): ApiLabel | undefined {
  const sameName = withName(labels, nameOrId)
  return (
    labels.find(({ id }) => id === nameOrId) ??
    sameName.find(({ name }) => name === nameOrId) ??
    (sameName.length === 1 ? sameName[0] : undefined)
  )
}

/** Returns the labels with a name, in any letter case. */
const withName = (labels: readonly ApiLabel[], nameOrId: string): ApiLabel[] => {
  const lower = nameOrId.toLowerCase()
  return labels.filter(({ name }) => name.toLowerCase() === lower)
}

function unknownLabels(references: readonly LabelReference[], labels: readonly ApiLabel[]): OperationError {
  const unknown = references.filter(({ name }) => !labelOf(labels, name))
  const issues = unknown.map(({ name, path }) => {
    const count = withName(labels, name).length
    return {
      path,
      message: count === 0 ? `${name} is not a label of this account` : `${name} is the name of ${count} labels of this account`
    }
  })
  const suggestions = unknown.flatMap(({ name }) => candidates(name, labels))
  return new OperationError('invalid_field_value', issues.map(({ message }) => `${message}.`).join(' '), {
    source: 'gateway',
    outcome: 'not_executed',
    issues,
    suggestions: suggestions.length > 0 ? suggestions : ['Use gmail_list_labels to see the labels, or gmail_create_label to create one.']
  })
}

/** Returns suggestions: the labels whose names differ only in letter case, with their IDs; otherwise similar names and names that contain the text. */
export function candidates(nameOrId: string, labels: readonly ApiLabel[]): string[] {
  const sameName = withName(labels, nameOrId)
  if (sameName.length > 1) return sameName.map(({ id, name }) => `${name} (${id})`)

  const names = labels.map(({ name }) => name)
  const lower = nameOrId.toLowerCase()
  return [...new Set([...near(nameOrId, names), ...names.filter(name => name.toLowerCase().includes(lower))])].slice(0, 5)
}
