import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sendsBody, splitRoute } from '../../catalog/catalog.ts'
import { acceptsApproval, acceptsIdempotencyKey, canRunAsJob, headerInputs, MAX_WAIT_S } from '../../catalog/reserved-inputs.ts'
import type { Issue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { queryReader } from './query.ts'

type Input = Record<string, unknown>
type Headers = FastifyRequest['headers']

/** The input of a call as it was sent, and what is wrong with how it was sent. */
export interface ReceivedInput {
  raw: unknown
  issues: readonly Issue[]
  /** A file that was sent with it. */
  upload?: File
  /** The preference of the header `Prefer` that the input now contains. */
  applied?: string
}

/** Replaces the body of the request: a form, or the input of a call by name. */
interface Source {
  body: unknown
  issues: readonly Issue[]
  upload?: File
}

type InputRequest = Pick<FastifyRequest, 'body' | 'query' | 'params' | 'headers' | 'method' | 'raw'>

export type InputReader = (request: InputRequest, source?: Source) => ReceivedInput

/** Reads the input of an operation from the path, the query or the body, and the headers. Strings of path and query become the types of the schema. */
export function inputReader(operation: Operation): InputReader {
  const [method, path] = splitRoute(operation)
  const convert = queryReader(operation)
  const inBody = sendsBody(method)
  const hasPath = path.includes('/:')
  const names = headerInputs(operation).map(([property, header]): [string, string] => [property, header.toLowerCase()])
  return (request, source) => {
    const { body, query, params, headers } = request
    const isStreamed = body instanceof Readable
    const issues = [
      ...(source?.issues ?? []),
      ...(isStreamed ? keyOfStream(query, headers) : inBody ? inQuery(query) : unreadBody(body, headers))
    ]
    const strings = inBody && !isStreamed ? NOTHING : convert({ ...asInput(query), ...headerValues(names, headers) })
    const inPath = hasPath ? convert(asInput(params)) : NOTHING
    const raw = merge(merge(isStreamed ? {} : (source?.body ?? body ?? {}), strings, issues), inPath, issues)
    return withHeaders(request, operation, { raw, issues, ...(source?.upload && { upload: source.upload }) })
  }
}

const NOTHING: Input = {}

interface HeaderOptions {
  /** The call accepts camelCase spellings. */
  byName?: boolean
  /** Appended to the idempotency key: each of several calls in one request has its own key. */
  suffix?: string
  /** Reads the idempotency key only. */
  keyOnly?: boolean
}

/** Adds the inputs that `Idempotency-Key`, `Toolgate-Approval` and `Prefer` stand for. An input that is also sent as a property keeps its value. */
export function withHeaders(
  request: InputRequest,
  operation: Operation,
  received: ReceivedInput,
  { byName = false, suffix = '', keyOnly = false }: HeaderOptions = {}
): ReceivedInput {
  const { 'idempotency-key': key, 'toolgate-approval': approval, prefer } = request.headers
  const { raw } = received
  if ((key === undefined && prefer === undefined && approval === undefined) || !isInput(raw)) return received
  const keyed = typeof key === 'string' && acceptsIdempotencyKey(operation) ? keyInput(request, raw, key, byName, suffix) : NO_KEY
  const approved = typeof approval === 'string' && !keyOnly && acceptsApproval(operation) ? approvalInput(raw, approval, byName) : NO_KEY
  const preferred = prefer === undefined || keyOnly ? undefined : preferredMode(request, operation, received, preferences(prefer))
  return {
    ...received,
    ...(preferred && { applied: preferred.applied }),
    raw: { ...raw, ...approved.input, ...keyed.input, ...preferred?.input },
    issues: [...received.issues, ...approved.issues, ...keyed.issues]
  }
}

interface HeaderInput {
  input: Input
  issues: readonly Issue[]
}

const NO_KEY: HeaderInput = { input: NOTHING, issues: [] }

function keyInput({ raw: { rawHeaders } }: InputRequest, raw: Input, header: string, byName: boolean, suffix: string): HeaderInput {
  const key = `${unquoted(header)}${suffix}`
  if (header.includes(',') && isSentTwice(rawHeaders)) return { input: NOTHING, issues: [KEY_TWICE] }
  const property = raw['idempotency_key'] ?? (byName ? raw['idempotencyKey'] : undefined) ?? undefined
  if (property === undefined) return { input: { idempotency_key: key }, issues: [] }
  return property === key ? NO_KEY : { input: NOTHING, issues: [KEYS_DIFFER] }
}

function approvalInput(raw: Input, header: string, byName: boolean): HeaderInput {
  const property = raw['approval_id'] ?? (byName ? raw['approvalId'] : undefined) ?? undefined
  if (property === undefined) return { input: { approval_id: header }, issues: [] }
  return property === header ? NO_KEY : { input: NOTHING, issues: [APPROVALS_DIFFER] }
}

const APPROVALS_DIFFER: Issue = {
  path: 'approval_id',
  message: 'differs from the header Toolgate-Approval',
  expected: 'the ID in one of them, or the same ID in both'
}

/** RFC 8941 quotes strings; most callers send the key bare. */
const unquoted = (header: string): string =>
  /^"(?:[^"\\]|\\["\\])*"$/.test(header) ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header

/** Node joins repeated headers into one value, which would be a key that no one chose. */
const isSentTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'idempotency-key').length > 1

const KEY_TWICE: Issue = { path: 'idempotency_key', message: 'is given in two Idempotency-Key headers', expected: 'one of them' }

const KEYS_DIFFER: Issue = {
  path: 'idempotency_key',
  message: 'differs from the header Idempotency-Key',
  expected: 'the key in one of them, or the same key in both'
}

/** The input that `Prefer: respond-async` stands for (RFC 7240); undefined if the call cannot run as a job, or its input already decides. */
function preferredMode(
  { body, method }: InputRequest,
  operation: Operation,
  { raw, upload }: ReceivedInput,
  wanted: Map<string, string>
): { input: Input; applied: string } | undefined {
  if (upload || body instanceof Readable || method === 'HEAD') return undefined // files are not kept for a job, and HEAD creates none
  if (!wanted.has('respond-async') || !canRunAsJob(operation) || !isInput(raw) || (raw['mode'] ?? 'async') !== 'async') return undefined
  const seconds = secondsOf(wanted.get('wait'))
  const wait = (raw['wait'] ?? undefined) !== undefined || seconds === undefined ? {} : { wait: seconds }
  const applied = ['respond-async', ...('wait' in wait ? [`wait=${seconds}`] : [])].join(', ')
  return { input: { mode: 'async', ...wait }, applied }
}

/** The preferences of a `Prefer` header by name. If a preference is repeated, the first one counts. */
export function preferences(header: string | string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of [header].flat().join(',').split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map(text => text.trim())
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, value.replace(/^"(.*)"$/, '$1'))
  }
  return found
}

/** A preference may be applied in part: a longer wait than the maximum becomes the maximum. */
const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), MAX_WAIT_S) : undefined

/** A header takes precedence over the query: an EventSource that reconnects sends Last-Event-ID with the query of its first request. */
const headerValues = (names: readonly [property: string, header: string][], headers: Headers): Input =>
  Object.fromEntries(names.flatMap(([property, header]) => (headers[header] === undefined ? [] : [[property, headers[header]]])))

function merge(body: unknown, more: Input, issues: Issue[]): unknown {
  const names = Object.keys(more)
  if (names.length === 0 || !isInput(body)) return body
  if (Object.keys(body).length === 0) return more
  const twice = names.filter(name => Object.hasOwn(body, name) && JSON.stringify(body[name]) !== JSON.stringify(more[name]))
  issues.push(...twice.map(path => ({ path, message: 'is given twice with different values', expected: 'a value in the path only' })))
  return { ...body, ...more }
}

/** An idempotency key covers the input, and a streamed body is not part of it. */
const keyOfStream = (query: unknown, { 'idempotency-key': key }: Headers): Issue[] =>
  key === undefined && !Object.hasOwn(asInput(query), 'idempotency_key')
    ? []
    : [{ path: 'idempotency_key', message: 'is not supported with a body that is not JSON', expected: 'none' }]

const MAX_NAME_CHARS = 100
const MAX_NAMES = 50

/** Issues of a query string on a route that reads its body. */
export const inQuery = (query: unknown): Issue[] =>
  namesIn(query).map(path => ({ path, message: 'is in the query string', expected: 'the whole input in the JSON body' }))

/** Issues of the body of a GET, which is not read. A body of two bytes is empty, like `{}`. */
const unreadBody = (body: unknown, { 'content-length': length = '0', 'transfer-encoding': coding }: Headers): Issue[] =>
  body === undefined && (coding !== undefined || Number(length) > 2)
    ? [{ path: '', message: 'a body was sent with a method that has none', expected: 'the whole input in the query string' }]
    : []

/** Issues of a body on a route that takes none. */
export function inBody({ body, headers }: FastifyRequest): Issue[] {
  if (body === undefined) return unreadBody(body, headers)
  const expected = 'no body: this route takes none'
  if (!isInput(body)) return [{ path: '', message: 'is in the body', expected }]
  return namesIn(body).map(path => ({ path, message: 'is in the body', expected }))
}

const namesIn = (value: unknown): string[] =>
  Object.keys(asInput(value))
    .slice(0, MAX_NAMES)
    .map(name => name.slice(0, MAX_NAME_CHARS))

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)
const asInput = (value: unknown): Input => (isInput(value) ? value : NOTHING)
