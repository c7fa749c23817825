import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Query and body as one: the vendor takes every parameter in either. */
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

const LONGEST_TEXT = 16_384

/** A text that is there and has something in it. */
export function nameIn(params: Params, name = 'name'): string | undefined {
  const value = textIn(params, name)
  if (value !== undefined && (value.trim() === '' || value.length > LONGEST_TEXT)) throw refuse(400, `invalid value for ${name}`)
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

/** A list, also as one text with commas. */
export function listIn(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  return (Array.isArray(value) ? value.map(String) : String(value).split(',')).map(word => word.trim()).filter(word => word !== '')
}

/** A point in time; null where it is emptied. */
export function timeIn(params: Params, name: string): string | null | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (value === null || value === '' || value === 'null') return null
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime())) throw refuse(400, `invalid date`)
  return time.toISOString()
}

export function numberIn(params: Params, name: string, { most, otherwise }: { most: number; otherwise: number }): number {
  const value = params[name]
  if (value === undefined) return otherwise
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > most) throw refuse(400, `invalid value for ${name}`)
  return number
}
