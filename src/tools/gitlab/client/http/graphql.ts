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
}

/** Reads over GraphQL, and returns `data`. Use it only for what the REST API does not have. */
export const query = (gitlab: GitLab, request: GraphQLRequest, call: GitLabCall): Promise<Row> => post(gitlab, request, true, call)

/** Runs one mutation, and returns its payload. Throws if GitLab refuses it. `max_retries`: 0 for bulk jobs, which retry themselves. */
export async function mutate(
  gitlab: GitLab,
  { name, ...request }: GraphQLRequest & { name: string; max_retries?: number },
  call: GitLabCall
): Promise<Row> {
  const payload = below(await post(gitlab, request, false, call), name)
  const [error] = texts(payload, 'errors')
  if (error !== undefined) throw refused(error, request.subject)
  return payload
}

async function post(
  gitlab: GitLab,
  { document, variables, subject, ...options }: GraphQLRequest & { max_retries?: number },
  reads: boolean,
  call: GitLabCall
): Promise<Row> {
  const json = { query: document, variables }
  const { body } = await gitlab.send({ method: 'POST', path: 'graphql', levels_up: 1, json, reads, subject, ...options }, call)
  if (!isRow(body)) throw unexpected(subject, reads)
  const [error] = rows(body, 'errors')
  if (error) throw refused(text(error, 'message'), subject)
  return rowOf(body['data'])
}

const UNKNOWN_TO_VERSION = /doesn't (?:exist|accept)|isn't a defined/

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
  /** Brings the connection to these names if it is in a list. */
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
