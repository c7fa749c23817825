import { refuse } from './refusal.ts'

export type Query = Readonly<Record<string, string | string[] | undefined>>

export const textIn = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return Array.isArray(value) ? value.join(',') : value
}

export const listIn = (query: Query, name: string): string[] =>
  [query[name] ?? []]
    .flat()
    .flatMap(value => value.split(','))
    .filter(Boolean)

export function numberIn(query: Query, name: string, otherwise: number): number {
  const number = Number(textIn(query, name) ?? otherwise)
  if (!Number.isInteger(number) || number < 0) throw refuse(400, `${name} is not a number`)
  return number
}

/** The query a cursor belongs to: it is invalid with other parameters. */
const questionOf = (path: string, query: Query): string => {
  const { cursor: _, limit: __, ...rest } = query
  return `${path}?${JSON.stringify(rest)}`
}

/** Returns one page of version 2, which supports only cursors. */
export function cursorPage<T>(all: readonly T[], path: string, query: Query, show: (item: T) => unknown, otherwise = 25) {
  const limit = numberIn(query, 'limit', otherwise)
  if (limit < 1 || limit > 250) throw refuse(400, 'limit must be between 1 and 250')
  const from = positionOf(path, query)
  const end = from + limit
  const cursor = Buffer.from(JSON.stringify([end, questionOf(path, query)])).toString('base64url')
  const pairs = Object.entries({ ...query, cursor }).flatMap(([name, value]) => [value ?? []].flat().map(one => [name, one]))
  const next = `${path}?${new URLSearchParams(pairs)}`
  return { results: all.slice(from, end).map(show), next: end < all.length ? next : undefined }
}

function positionOf(path: string, query: Query): number {
  const cursor = textIn(query, 'cursor')
  if (cursor === undefined) return 0
  try {
    const [from, question] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (question === questionOf(path, query)) return Number(from)
  } catch {
    // Checked below.
  }
  throw refuse(400, 'The cursor is invalid')
}

/** Returns one page of version 1 in Data Center. The more is expanded, the fewer items it returns. */
export function offsetPage<T>(all: readonly T[], query: Query, show: (item: T) => unknown, max = 100) {
  const start = numberIn(query, 'start', 0)
  const limit = Math.min(numberIn(query, 'limit', 25), max)
  const results = all.slice(start, start + limit).map(show)
  return { results, start, limit, size: results.length, hasMore: start + limit < all.length }
}
