import type { FastifyRequest } from 'fastify'
import { misgiven } from './refusal.ts'

/** Query and body as one: GitLab takes every parameter in either. A list may be named with brackets. */
export type Params = Readonly<Record<string, unknown>>

export function paramsOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Params {
  const all: Record<string, unknown> = { ...Object(query), ...Object(body) }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.endsWith('[]') ? name.slice(0, -2) : name, value]))
}

export function textIn(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') throw misgiven(`${name} is invalid`)
  return String(value)
}

export function requiredIn(params: Params, name: string): string {
  const value = textIn(params, name)
  if (value === undefined) throw misgiven(`${name} is missing`)
  if (value === '') throw misgiven(`${name} is empty`)
  return value
}

export function numberIn(params: Params, name: string): number | undefined {
  const value = textIn(params, name)
  if (value === undefined || value === '') return undefined
  if (!/^-?\d+$/.test(value)) throw misgiven(`${name} is invalid`)
  return Number(value)
}

export function flagIn(params: Params, name: string): boolean | undefined {
  const value = textIn(params, name)
  if (value === undefined || value === '') return undefined
  if (value !== 'true' && value !== 'false') throw misgiven(`${name} is invalid`)
  return value === 'true'
}

export function wordIn(params: Params, name: string, words: readonly string[]): string | undefined {
  const value = textIn(params, name)
  if (value !== undefined && !words.includes(value)) throw misgiven(`${name} does not have a valid value`)
  return value
}

/** A list, also as one text with commas. */
export function listIn(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  return (Array.isArray(value) ? value.map(String) : String(value).split(',')).map(word => word.trim()).filter(word => word !== '')
}

export const numbersIn = (params: Params, name: string): number[] | undefined => listIn(params, name)?.map(Number)

/** What GitLab refuses to be given together. */
export function exclusive(params: Params, ...names: string[]): void {
  const given = names.filter(name => textIn(params, name) !== undefined)
  if (given.length > 1) throw misgiven(`${given.join(', ')} are mutually exclusive`)
}
