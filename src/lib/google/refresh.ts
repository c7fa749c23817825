import { OperationError } from '../../contract/errors.ts'
import { createUpstream, type UpstreamOptions } from '../http/upstream.ts'
import { classifyRefusal } from './failures.ts'
import type { GoogleSettings } from './settings.ts'
import type { Token } from './tokens.ts'

/** A renewal serves many calls, so none of them ends it: its timeout and its one repetition do. For jobs it is not repeated: they wait by themselves. */
const { signal } = new AbortController()
const MOST_RETRIES = 1

/** Used for a token whose answer does not say how long it is good. */
const USUAL_SECONDS = 3600

/** Asks Google for new access tokens; undefined where the settings do not suffice for that. Throws an Error where they are half there. */
export function createRefresh(
  { client_id, client_secret, refresh_token, token_url }: GoogleSettings,
  options: Omit<UpstreamOptions, 'title' | 'url'>
): ((replaced?: string) => Promise<Token>) | undefined {
  const given = { client_id, client_secret, refresh_token }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 3) return undefined
  if (client_id === undefined || client_secret === undefined || refresh_token === undefined)
    throw new Error(
      `${missing.join(' and ')} must be set with ${Object.keys(given)
        .filter(name => !missing.includes(name))
        .join(' and ')}`
    )
  const { origin, pathname } = new URL(token_url)
  const upstream = createUpstream({
    ...options,
    max_retries: Math.min(MOST_RETRIES, options.max_retries ?? MOST_RETRIES),
    title: 'Google sign-in',
    url: origin,
    classify: classifyRefusal
  })
  return async replaced => {
    const form = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: replaced ?? refresh_token }
    const { body } = await upstream.request({ path: pathname.slice(1), method: 'POST', form, reads: true, signal })
    return tokenIn(body)
  }
}

function tokenIn(body: unknown): Token {
  const { access_token, expires_in, refresh_token }: Record<string, unknown> = Object(body)
  if (typeof access_token !== 'string')
    throw new OperationError('server_error', 'Google sign-in answered no access token.', { source: 'upstream', outcome: 'not_executed' })
  const seconds = typeof expires_in === 'number' ? expires_in : USUAL_SECONDS
  return {
    access_token,
    expires_at: Date.now() + seconds * 1000,
    ...(typeof refresh_token === 'string' && { refresh_token })
  }
}
