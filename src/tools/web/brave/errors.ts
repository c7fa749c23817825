import type { Issue } from '../../../contract/errors.ts'
import type { Classification, Classify } from '../../../lib/http/failures.ts'
import { below, isRow, type Row, rows } from '../../../lib/row.ts'
import { jsonIn, textOrNull } from '../json.ts'
import { quotaResetMs } from './limits.ts'

const KEY = ['Check BRAVE_API_KEY: keys are at https://api-dashboard.search.brave.com.']

/** The gateway's property names, where they differ from Brave's. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries<string>({ q: 'query', offset: 'page' }))

/**
 * Classifies by Brave's own codes: an invalid key is 422, like an invalid parameter, and an exhausted quota is 429, like a rate limit.
 */
export const classifyBrave: Classify = ({ status, headers, body }) => {
  const json = jsonIn(body)
  if (!isRow(json)) return undefined
  const error = below(json, 'error')
  switch (textOrNull(error, 'code')) {
    case 'SUBSCRIPTION_TOKEN_INVALID':
    case 'SUBSCRIPTION_NOT_FOUND':
      return { reason: 'authentication_failed', details: { suggestions: KEY } }
    case 'OPTION_NOT_IN_PLAN':
      return { reason: 'insufficient_permissions', details: { suggestions: ['Omit extra_snippets, or use a larger Brave plan.'] } }
    case 'QUOTA_LIMITED':
      return { reason: 'rate_limit_exceeded', details: { quota: true, retryable: false, ...wait(quotaResetMs(headers)) } }
    case 'RATE_LIMITED':
      return { reason: 'rate_limit_exceeded', details: wait(1_000) }
    case 'VALIDATION':
      return refusedInput(error)
    default:
      return status === 401 || status === 403 ? { reason: 'authentication_failed', details: { suggestions: KEY } } : undefined
  }
}

const wait = (ms: number | undefined) => (ms === undefined ? {} : { retry_after_ms: ms })

function refusedInput(error: Row): Classification {
  const errors = rows(below(error, 'meta'), 'errors')
  const isToken = errors.some(({ loc }) => Array.isArray(loc) && loc[0] === 'header')
  if (isToken) return { reason: 'authentication_failed', details: { suggestions: KEY } }
  return { reason: 'upstream_refused', details: { issues: errors.map(issueOf) } }
}

function issueOf({ loc, msg, ctx }: Row): Issue {
  const name = Array.isArray(loc) ? String(loc.at(-1) ?? '') : ''
  const expected = isRow(ctx) ? textOrNull(ctx, 'expected') : null
  return {
    path: NAMES.get(name) ?? name,
    message: String(msg ?? 'is refused'),
    ...(expected !== null && { expected: `one of ${expected}` })
  }
}
