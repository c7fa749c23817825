import type { State } from '../state/model.ts'

/** The fields of a resource, in the order of Trello's responses. */
export type Fields<T> = Readonly<Record<string, (resource: T, state: State) => unknown>>

/** Returns the selected fields of a resource, by default all of them. The ID is always included. */
export function show<T>(fields: Fields<T>, resource: T, state: State, selected = 'all'): Record<string, unknown> {
  const names = selected === 'all' ? Object.keys(fields) : ['id', ...selected.split(',').map(name => name.trim())]
  return Object.fromEntries(names.flatMap(name => (Object.hasOwn(fields, name) ? [[name, fields[name]?.(resource, state)]] : [])))
}

/** Returns the URL of a board or card. */
export const urlOf = (kind: 'b' | 'c', shortLink: string, slug: string): string => `https://trello.com/${kind}/${shortLink}/${slug}`

/** Returns a name in lower case, with hyphens in place of other characters. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
