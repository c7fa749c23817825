import { OperationError } from '../../../contract/errors.ts'
import type { Classify } from '../../../lib/http/failures.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'

/** What was asked for. */
type Asked = Pick<UpstreamRequest, 'method' | 'path'>

/** Trello does not say when to come again: after the interval of its limits, at the latest. */
const INTERVAL_MS = 10_000

/** What a token is told that was made without the scope. Where it is one thing that it may not touch, that is named: `unauthorized card permission requested`. */
const LACKS_SCOPE = /unauthorized permission/i

/** Trello's refusals are often a line of text, and 401 also means that a good token may not do this. */
export const classify: Classify = ({ status, body }) => {
  if (status === 429) return { reason: 'rate_limit_exceeded', details: { retry_after_ms: INTERVAL_MS } }
  if (status !== 401) return undefined
  if (/expired/i.test(body))
    return {
      reason: 'token_expired',
      details: { suggestions: ['Make a new token with the same key and set it as token of this instance (TRELLO_TOKEN).'] }
    }
  if (/permission/i.test(body))
    return {
      reason: 'insufficient_permissions',
      details: {
        suggestions: ['Use a token with the scope write, of a member who may change this board.'],
        ...(LACKS_SCOPE.test(body) && { of_credential: true })
      }
    }
  return {
    reason: 'authentication_failed',
    details: {
      suggestions: ['Check key and token of this instance (TRELLO_KEY, TRELLO_TOKEN): the token must have been made with that key.']
    }
  }
}

/** Trello does not say what is missing. */
export function named(error: unknown, { path }: Asked): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') return error
  const message = `Trello has no ${subjectOf(path)} that this token can see.`
  return new OperationError('upstream_not_found', message, error.details, { cause: error })
}

/** `cards/X/attachments/Y` as `attachment Y of card X`. */
function subjectOf(path: string): string {
  const [kind = '', id, part, partId] = path.split('/')
  const whole = [singular(kind), id].filter(Boolean).join(' ')
  return partId === undefined ? whole : `${singular(part ?? '')} ${partId} of ${whole}`
}

const NAMES: Readonly<Record<string, string>> = { actions: 'comment', checkItem: 'checklist item', idLabels: 'label', idMembers: 'member' }

const singular = (kind: string): string => NAMES[kind] ?? kind.replace(/s$/, '')

/** A success that tells nothing we know: what was asked for was done all the same. */
export function unreadable({ method = 'GET', path }: Asked): OperationError {
  const outcome = method === 'GET' ? 'not_executed' : 'executed'
  return new OperationError('server_error', `Trello's answer about ${subjectOf(path)} is not what it should be.`, {
    source: 'upstream',
    outcome
  })
}

/** A property whose value means nothing there: where it is, what is wrong, and what would be right. */
export function misnamed(path: string, message: string, suggestions: string[]): OperationError {
  const expected = suggestions.length > 0 ? `one of: ${suggestions.join(', ')}` : 'an id'
  return new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message, expected }],
    suggestions
  })
}
