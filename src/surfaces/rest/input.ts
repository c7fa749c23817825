import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { splitRoute, takesBody } from '../../contract/catalog.ts'
import type { Issue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { headersIn } from '../../contract/reserved.ts'
import { queryReader } from './query.ts'

type Input = Record<string, unknown>

/** An input as it came, and what is wrong with the way it came. */
export interface Given {
  raw: unknown
  issues?: readonly Issue[]
  /** A file that came beside it. */
  upload?: File
}

/** Puts one input together from path, query and body. Strings of path and query become what the schema asks for. */
export function inputReader(operation: Operation): (request: Pick<FastifyRequest, 'body' | 'query' | 'params' | 'headers'>) => Given {
  const [method, path] = splitRoute(operation)
  const convert = queryReader(operation)
  const inBody = takesBody(method)
  const hasPath = path.includes('/:')
  const headers = headersIn(operation).map(([property, header]): [string, string] => [property, header.toLowerCase()])
  return ({ body, query, params, headers: sent }) => {
    const streamed = body instanceof Readable
    const issues = streamed ? keyed(query, sent) : inBody ? misplaced(query) : unread(body, sent)
    const strings = inBody && !streamed ? NOTHING : convert(withHeaders(asInput(query), headers, sent))
    const named = hasPath ? convert(asInput(params)) : NOTHING
    const raw = merge(merge(streamed ? {} : (body ?? {}), strings, issues), named, issues)
    return issues.length > 0 ? { raw, issues } : { raw }
  }
}

const NOTHING: Input = {}

/** A header is heeded first: a reader of events that comes back sends it with the query string of its first request. */
function withHeaders(query: Input, names: [property: string, header: string][], sent: FastifyRequest['headers']): Input {
  const given = names.filter(([, header]) => sent[header] !== undefined)
  return given.length === 0 ? query : { ...query, ...Object.fromEntries(given.map(([property, header]) => [property, sent[header]])) }
}

function merge(body: unknown, more: Input, issues: Issue[]): unknown {
  const names = Object.keys(more)
  if (names.length === 0 || !isInput(body)) return body
  if (Object.keys(body).length === 0) return more
  const twice = names.filter(name => Object.hasOwn(body, name) && JSON.stringify(body[name]) !== JSON.stringify(more[name]))
  issues.push(...twice.map(path => ({ path, message: 'is given twice with different values', expected: 'it in the path only' })))
  return { ...body, ...more }
}

/** What is read as it comes is no part of what a key would stand for. */
const keyed = (query: unknown, { 'idempotency-key': key }: FastifyRequest['headers']): Issue[] =>
  key === undefined && !Object.hasOwn(asInput(query), 'idempotency_key')
    ? []
    : [{ path: 'idempotency_key', message: 'cannot be kept for a body that is not JSON', expected: 'none' }]

const LONGEST_ECHO = 100
const MOST_TOLD = 50

/** What a route that reads its body finds in the query string. */
export const misplaced = (query: unknown): Issue[] =>
  namesIn(query).map(path => ({ path, message: 'is in the query string', expected: 'the whole input in the JSON body' }))

/** A body that nobody read: that of a GET. One of two bytes holds nothing, as `{}` does. */
export const unread = (
  body: unknown,
  { 'content-length': length = '0', 'transfer-encoding': coding }: FastifyRequest['headers']
): Issue[] =>
  body === undefined && (coding !== undefined || Number(length) > 2)
    ? [{ path: '', message: 'a body came with a method that has none', expected: 'the whole input in the query string' }]
    : []

/** What a route that reads no body finds in one. */
export function unwanted({ body, headers }: FastifyRequest): Issue[] {
  if (body === undefined) return unread(body, headers)
  const expected = 'no body: this route takes none'
  if (!isInput(body)) return [{ path: '', message: 'is in the body', expected }]
  return namesIn(body).map(path => ({ path, message: 'is in the body', expected }))
}

const namesIn = (value: unknown): string[] =>
  Object.keys(asInput(value))
    .slice(0, MOST_TOLD)
    .map(name => name.slice(0, LONGEST_ECHO))

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)
const asInput = (value: unknown): Input => (isInput(value) ? value : NOTHING)
