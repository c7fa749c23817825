import { OperationError } from '../../../contract/errors.ts'
import type { Classify } from '../../../lib/http/failures.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { afterWrites } from '../../../lib/http/sent-writes.ts'

type RequestTarget = Pick<UpstreamRequest, 'method' | 'path'>

/** Trello sends no Retry-After. Its rate limits reset after this interval at the latest. */
const RATE_LIMIT_INTERVAL_MS = 10_000

/** Trello's message for a token without the required scope. If only one resource is not permitted, it is named: `unauthorized card permission requested`. */
const LACKS_SCOPE = /unauthorized permission/i

/** Returns the meaning of an error response. Its body is often a line of text, and 401 also means that a valid token lacks a permission. */
export const classify: Classify = ({ status, body }) => {
  if (status === 429) return { reason: 'rate_limit_exceeded', details: { retry_after_ms: RATE_LIMIT_INTERVAL_MS } }
  if (status !== 401) return undefined
  if (/expired/i.test(body))
    return {
      reason: 'token_expired',
      details: { suggestions: ['Create a new token with the same key and set it as the token of this instance (TRELLO_TOKEN).'] }
    }
  if (/permission/i.test(body))
    return {
      reason: 'insufficient_permissions',
      details: {
        suggestions: ['Use the token of a member who has access to this board. Writes also need a token with the scope `write`.'],
        ...(LACKS_SCOPE.test(body) && { of_credential: true })
      }
    }
  return {
    reason: 'authentication_failed',
    details: {
      suggestions: ['Check the key and token of this instance (TRELLO_KEY, TRELLO_TOKEN): the token must have been created with that key.']
    }
  }
}

/** Names the missing resource in a 404, since Trello does not. Returns any other error unchanged. */
export function withSubject(error: unknown, { path }: RequestTarget): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') return error
  const message = `Trello has no ${subjectOf(path)} that this token can see.`
  return new OperationError('upstream_not_found', message, error.details, { cause: error })
}

/** Converts `cards/X/attachments/Y` to `attachment Y of card X`. */
function subjectOf(path: string): string {
  const [kind = '', id, part, partId] = path.split('/')
  const parent = [singular(kind), id].filter(Boolean).join(' ')
  return partId === undefined || !ID.test(partId) ? parent : `${singular(part ?? '')} ${partId} of ${parent}`
}

/** The last part of a path may also be a collection or an action, such as `cards/X/actions/comments`. */
const ID = /^[0-9a-f]{24}$/i

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    actions: 'comment',
    checkItem: 'checklist item',
    customField: 'custom field',
    organizations: 'workspace',
    idLabels: 'label',
    idMembers: 'member'
  })
)

const singular = (kind: string): string => NAMES.get(kind) ?? kind.replace(/s$/, '')

/** Error for a successful response with an unexpected body. A write was executed nonetheless. */
export function unexpectedResponse({ method = 'GET', path }: RequestTarget): OperationError {
  const message = `Trello returned an unexpected response for ${subjectOf(path)}.`
  return method === 'GET'
    ? afterWrites(new OperationError('server_error', message, { source: 'upstream', outcome: 'not_executed' }))
    : new OperationError('server_error', message, { source: 'upstream', outcome: 'executed' })
}

/** Returns the error for a property with an invalid value, with suggested values. */
export function invalidField(path: string, message: string, suggestions: string[], expected = oneOf(suggestions)): OperationError {
  return new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message, expected }],
    suggestions
  })
}

const oneOf = (suggestions: string[]): string => (suggestions.length > 0 ? `one of: ${suggestions.join(', ')}` : 'an ID')
