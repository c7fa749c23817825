import type { State } from '../state/model.ts'

/** How each field of a thing is told, in the order in which the vendor tells them. */
export type Fields<T> = Readonly<Record<string, (thing: T, state: State) => unknown>>

/** The named fields of a thing, or those it is told with by default. The id always is. */
export function show<T>(fields: Fields<T>, thing: T, state: State, named = 'all'): Record<string, unknown> {
  const names = named === 'all' ? Object.keys(fields) : ['id', ...named.split(',').map(name => name.trim())]
  return Object.fromEntries(names.flatMap(name => (Object.hasOwn(fields, name) ? [[name, fields[name]?.(thing, state)]] : [])))
}

/** The address of a thing: its name in lower case, with hyphens for what is no letter. */
export const addressOf = (kind: 'b' | 'c', shortLink: string, slug: string): string => `https://trello.com/${kind}/${shortLink}/${slug}`

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
