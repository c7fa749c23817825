import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Query and body in one object: Trello accepts every parameter in either. */
export type Params = Readonly<Record<string, unknown>>

export function paramsOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Params {
  return { ...Object(query), ...Object(body) }
}

export function textIn(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value === 'object') throw refuse(400, `invalid value for ${name}`)
  return String(value)
}

const MAX_TEXT = 16_384

/** Returns a text. Refuses a blank one. */
export function nameIn(params: Params, name = 'name'): string | undefined {
  const value = textIn(params, name)
  if (value !== undefined && (value.trim() === '' || value.length > MAX_TEXT)) throw refuse(400, `invalid value for ${name}`)
  return value
}

export function requiredIn(params: Params, name: string): string {
  const value = nameIn(params, name)
  if (value === undefined) throw refuse(400, `invalid value for ${name}`)
  return value
}

export function flagIn(params: Params, name: string): boolean | undefined {
  const value = textIn(params, name)
  if (value === undefined || value === 'true' || value === 'false') return value === undefined ? undefined : value === 'true'
  throw refuse(400, `invalid value for ${name}`)
}

/** Returns a list, which may be given as one text with commas. */
export function listIn(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  return (Array.isArray(value) ? value.map(String) : String(value).split(',')).map(word => word.trim()).filter(word => word !== '')
}

/** Returns a time, or null if the parameter clears it. */
export function timeIn(params: Params, name: string): string | null | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (value === null || value === '' || value === 'null') return null
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime())) throw refuse(400, `invalid date`)
  return time.toISOString()
}

export function numberIn(params: Params, name: string, range: { max: number; default: number }): number {
  const value = params[name]
  if (value === undefined) return range.default
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > range.max) throw refuse(400, `invalid value for ${name}`)
  return number
}
