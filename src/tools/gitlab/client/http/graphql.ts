import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import type { Total } from '../../../../contract/schema.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../../../../lib/cursor.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, flag, integerOrNull, isRow, type Row, rowOf, rows, text, textOrNull, texts } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import type { GitLabCall } from '../request.ts'
import { unexpected } from './errors.ts'

/** A document of GraphQL. Values are always sent as variables: none becomes part of the document. */
export interface GraphQLRequest {
  document: string
  variables: Row
  subject: Subject
  /** The project or group of what the variables name only by ID. Without it, a key that is limited to projects cannot send the document. */
  namespace?: string
}

/** Reads over GraphQL, and returns `data`. Use it only for what the REST API does not have. */
export async function query(gitlab: GitLab, request: GraphQLRequest, call: GitLabCall): Promise<Row> {
  const { data, message } = await post(gitlab, request, true, call)
  if (message !== undefined) throw refused(message, request.subject)
  return data
}

/**
 * Runs one mutation, and returns its payload. Throws if GitLab refuses it. A payload together with an error means that the mutation ran, and that a part of
 * what it returns could not be read. `max_retries`: 0 for bulk jobs, which retry themselves.
 */
export async function mutate(
  gitlab: GitLab,
  { name, ...request }: GraphQLRequest & { name: string; max_retries?: number },
  call: GitLabCall
): Promise<Row> {
  const { data, message } = await post(gitlab, request, false, call)
  const payload = data[name]
  if (!isRow(payload)) throw message === undefined ? unexpected(request.subject, false) : refused(message, request.subject)
  const [error] = texts(payload, 'errors')
  if (error !== undefined) throw refused(error, request.subject)
  if (message !== undefined) call.warn(`GitLab made the change, but could not return all of its result: ${message.slice(0, 500)}`)
  return payload
}

interface Answer {
  data: Row
  /** Message of the first error. */
  message: string | undefined
}

/** Older and free versions lack some types. GitLab then refuses the document before it runs it: it is sent again without their fragments. */
async function post(gitlab: GitLab, request: GraphQLRequest & { max_retries?: number }, reads: boolean, call: GitLabCall): Promise<Answer> {
  const { document, variables, subject, ...options } = request
  const json = { query: withoutFragments(document, gitlab.unknownTypes), variables }
  const { body } = await gitlab.send({ method: 'POST', path: 'graphql', levels_up: 1, json, reads, subject, ...options }, call)
  if (!isRow(body)) throw unexpected(subject, reads)
  const messages = rows(body, 'errors').map(error => text(error, 'message'))
  const unknown = isRow(body['data']) ? [] : messages.flatMap(unknownTypeIn).filter(type => json.query.includes(fragmentOn(type)))
  if (unknown.length === 0) return { data: rowOf(body['data']), message: messages[0] }
  for (const type of unknown) gitlab.unknownTypes.add(type)
  return await post(gitlab, request, reads, call)
}

const unknownTypeIn = (message: string): string[] =>
  /^No such type (\w+), so it can't be a fragment condition/.exec(message)?.slice(1) ?? []

const fragmentOn = (type: string): string => `... on ${type} {`

/** Removes fragments with what they select. */
function withoutFragments(document: string, types: Iterable<string>): string {
  let rest = document
  for (const type of types)
    for (let begin = rest.indexOf(fragmentOn(type)); begin >= 0; begin = rest.indexOf(fragmentOn(type)))
      rest = rest.slice(0, begin) + rest.slice(endOfBlock(rest, begin))
  return rest
}

/** Returns the position after the block that begins at the first brace from here on. */
function endOfBlock(document: string, from: number): number {
  let depth = 0
  for (let at = document.indexOf('{', from); at < document.length; at++) {
    if (document[at] === '{') depth++
    else if (document[at] === '}' && --depth === 0) return at + 1
  }
  return document.length
}

const UNKNOWN_TO_VERSION = /doesn't (?:exist|accept)|isn't a defined|is not defined on|^No such type/

/** GraphQL reports all errors with status 200. */
function refused(message: string, { kind, name }: Subject): OperationError {
  const details = { source: 'upstream', outcome: 'not_executed', upstream: { message: message.slice(0, 2000) } } as const
  if (/does not exist or you don't have permission/.test(message)) return missing({ kind, name })
  if (UNKNOWN_TO_VERSION.test(message))
    return new OperationError(
      'cannot_be_honoured',
      `This version or plan of GitLab cannot do this for the ${kind} ${name}: ${message.slice(0, 500)}`,
      details
    )
  return new OperationError('upstream_refused', `GitLab refused the request for the ${kind} ${name}: ${message.slice(0, 500)}`, details)
}

export const missing = ({ kind, name }: Subject): OperationError =>
  new OperationError('upstream_not_found', `GitLab has no ${kind} ${name}, or this token cannot see it.`, {
    source: 'upstream',
    outcome: 'not_executed'
  })

/** The number at the end of a global ID such as gid://gitlab/WorkItem/12. */
export function numberOf(row: Row, name = 'id'): number | null {
  const [, number] = /\/(\d{1,15})$/.exec(text(row, name)) ?? []
  return number === undefined ? null : Number(number)
}

export const globalId = (kind: string, id: number | string): string => `gid://gitlab/${kind}/${id}`

interface ConnectionRequest extends GraphQLRequest {
  /** Names that lead to the connection in `data`. */
  at: readonly string[]
  /** Moves the connection to these names if it is in a list. */
  flatten?: (data: Row) => Row
}

/** Returns one page of a connection. The document takes `$first` and `$after`. */
export async function connectionPage<Item>(
  gitlab: GitLab,
  { at, flatten = data => data, variables, ...request }: ConnectionRequest,
  { limit, cursor }: ListInput,
  map: (row: Row) => Item,
  call: GitLabCall
): Promise<{ items: Item[]; next_cursor: string | null; total: Total | null }> {
  const digest = queryDigest([request.document, variables])
  const after = cursor === undefined ? null : positionOf(cursor, digest)
  const data = flatten(await query(gitlab, { ...request, variables: { ...variables, first: limit, after } }, call))
  const [container = ''] = at
  if (!isRow(data[container])) throw missing(request.subject)
  const found = below(data, ...at)
  const pageInfo = below(found, 'pageInfo')
  const end = flag(pageInfo, 'hasNextPage') ? textOrNull(pageInfo, 'endCursor') : null
  const count = integerOrNull(found, 'count')
  const has_next = end !== null
  call.respond({
    pagination: { page: null, per_page: limit, total_count: count, total_pages: null, has_next, has_previous: after !== null }
  })
  return {
    items: rows(found, 'nodes').map(map),
    next_cursor: end === null ? null : encodeCursor([end, digest]),
    total: count === null ? null : { value: count, relation: 'eq' }
  }
}

function positionOf(cursor: string, digest: string): string {
  const [after, own] = decodeCursor(cursor)
  if (typeof after === 'string' && own === digest) return after
  throw invalidField('cursor', 'is not a cursor of this list', 'next_cursor of the previous page, with the same input')
}
