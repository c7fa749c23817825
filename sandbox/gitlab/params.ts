import type { FastifyRequest } from 'fastify'
import { invalidParameter } from './refusal.ts'

/** Merges query and body: GitLab accepts every parameter in either. Brackets denote a list, `labels[]`, or a property, `position[new_line]`. */
export type Params = Readonly<Record<string, unknown>>

export function paramsOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Params {
  const all: Record<string, unknown> = { ...Object(query), ...Object(body) }
  return nested(Object.entries(all))
}

function nested(entries: readonly (readonly [string, unknown])[]): Params {
  const values = new Map<string, unknown>()
  const inside = new Map<string, [string, unknown][]>()
  for (const [name, value] of entries) {
    const [, outer, inner, rest] = PROPERTY.exec(name) ?? []
    if (outer === undefined) values.set(name.endsWith('[]') ? name.slice(0, -2) : name, value)
    else inside.set(outer, [...(inside.get(outer) ?? []), [`${inner}${rest}`, value]])
  }
  for (const [name, properties] of inside) values.set(name, nested(properties))
  return Object.fromEntries(values)
}

const PROPERTY = /^([^[\]]+)\[([^[\]]+)\](.*)$/

/** Returns the fields of a form; repeated fields become lists. */
export const fieldsOf = (form: URLSearchParams): Params =>
  Object.fromEntries(
    [...new Set(form.keys())].map(name => {
      const values: unknown[] = form.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    })
  )

export function textIn(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') throw invalidParameter(`${name} is invalid`)
  return String(value)
}

export function requiredIn(params: Params, name: string): string {
  const value = textIn(params, name)
  if (value === undefined) throw invalidParameter(`${name} is missing`)
  if (value === '') throw invalidParameter(`${name} is empty`)
  return value
}

export function numberIn(params: Params, name: string): number | undefined {
  const value = textIn(params, name)
  if (value === undefined || value === '') return undefined
  if (!/^-?\d+$/.test(value)) throw invalidParameter(`${name} is invalid`)
  return Number(value)
}

export function flagIn(params: Params, name: string): boolean | undefined {
  const value = textIn(params, name)
  if (value === undefined || value === '') return undefined
  if (value !== 'true' && value !== 'false') throw invalidParameter(`${name} is invalid`)
  return value === 'true'
}

export function wordIn(params: Params, name: string, words: readonly string[]): string | undefined {
  const value = textIn(params, name)
  if (value !== undefined && !words.includes(value)) throw invalidParameter(`${name} does not have a valid value`)
  return value
}

/** Reads a list, which may also be one comma-separated text. */
export function listIn(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  return (Array.isArray(value) ? value.map(String) : String(value).split(',')).map(word => word.trim()).filter(word => word !== '')
}

export const numbersIn = (params: Params, name: string): number[] | undefined => listIn(params, name)?.map(Number)

/** Refuses parameters that GitLab does not accept together. */
export function exclusive(params: Params, ...names: string[]): void {
  const present = names.filter(name => textIn(params, name) !== undefined)
  if (present.length > 1) throw invalidParameter(`${present.join(', ')} are mutually exclusive`)
}
