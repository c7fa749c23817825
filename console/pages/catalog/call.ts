import type { Call, QueryValue } from '../../api/call.ts'
import type { Upload } from '../../form/files.ts'
import { formOf } from '../../form/files.ts'
import { isObject, type Schema } from '../../form/schema.ts'

/** An operation, as the catalog describes it. */
export interface Entry {
  id: string
  system: string
  group: string | null
  kind: 'operation' | 'bulk'
  summary: string
  description: string
  permission: 'read' | 'write' | 'destructive'
  method: string
  path: string
  deprecated: boolean
  successor: string | null
  sunset: string | null
  input: Schema
  requires: readonly string[]
  errors: readonly { reason: string; code: string; status: number; when: string }[]
  examples: readonly Example[]
  timeout_ms: number
  max_body: number
  idempotent: boolean
  costly: string | null
  scopes: readonly string[]
  upload: Upload | null
  stream: { media_types: readonly string[]; endless: boolean } | null
  aliases: readonly string[]
  see_also: readonly string[]
}

interface Example {
  name: string
  summary: string
  input: Record<string, unknown>
  error?: unknown
}

export type Input = Readonly<Record<string, unknown>>

/** Form of a response. */
export type Arrival = 'json' | 'events' | 'bytes'

/** A longer call shows its progress. */
const QUICK_MS = 30_000

/** Returns the form of the response that the console requests: bytes for a file, events for a call that may take a while, else JSON. */
export function arrivalOf({ stream, kind, timeout_ms }: Entry, input: Input, files: readonly File[]): Arrival {
  if (stream) return 'bytes'
  return kind === 'operation' && timeout_ms > QUICK_MS && input['mode'] !== 'async' && files.length === 0 ? 'events' : 'json'
}

/** Full responses, with their Markdown. */
const PREFER = 'return=representation, include=markdown'

/** The request that runs a call. */
export function callOf(entry: Entry, input: Input, files: readonly File[]): Call {
  const { id, stream, upload } = entry
  if (stream) return routeOf(entry, input, stream.media_types)
  const headers = { prefer: PREFER, ...(arrivalOf(entry, input, files) === 'events' && { accept: 'text/event-stream' }) }
  if (files.length > 0 && upload) return { ...routeOf(entry, input), headers, form: formOf(withoutPath(entry, input), upload, files) }
  return { method: 'POST', path: `/v1/operations/${id}`, body: input, headers }
}

export const checkOf = ({ id }: Pick<Entry, 'id'>, input: unknown): Call => ({
  method: 'POST',
  path: `/v1/operations/${id}/check`,
  body: input
})

/** A call of the operation's own route. */
function routeOf(entry: Entry, input: Input, accept: readonly string[] = []): Call {
  const isGet = entry.method === 'GET'
  const query = Object.entries(withoutPath(entry, input)).map(([name, value]): [string, QueryValue] => [name, asQuery(value)])
  return {
    method: isGet ? 'GET' : 'POST',
    path: entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? ''))),
    ...(accept.length > 0 && { headers: { accept: accept.join(', ') } }),
    ...(isGet && { query: Object.fromEntries(query) })
  }
}

/** The input without its path parameters. */
export const withoutPath = ({ path }: Pick<Entry, 'path'>, input: Input): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)))

const asQuery = (value: unknown): QueryValue => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}

/** A larger input is not kept in the address. */
const MAX_FRAGMENT = 6_000

/**
 * Inputs that an address never holds, since anyone may have written it: a consent that its reader did not give, an address that is sent the
 * result, and the key of another call.
 */
const NOT_LINKED: ReadonlySet<string> = new Set(['confirm', 'notifyurl', 'idempotencykey'])

/** The gateway accepts names in camelCase, too. */
const linkedPart = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !NOT_LINKED.has(name.replace(/[^a-z]/gi, '').toLowerCase())))

/** The input as the fragment of an address: it is not sent to the gateway when the address is opened. */
export function fragmentOf(input: Input): string {
  const linked = linkedPart(input)
  if (Object.keys(linked).length === 0) return ''
  const text = `#input=${encodeURIComponent(JSON.stringify(linked))}`
  return text.length > MAX_FRAGMENT ? '' : text
}

/** The JSON text of the input in a fragment; undefined if there is none. */
export function inputIn(fragment: string): string | undefined {
  const found = /^#input=(.*)$/s.exec(fragment)?.[1]
  if (found === undefined) return undefined
  const text = attempt(() => decodeURIComponent(found))
  if (text === undefined) return undefined
  const input: unknown = attempt(() => JSON.parse(text))
  return isObject(input) ? JSON.stringify(linkedPart(input)) : text
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
