import { OperationError } from '../../contract/errors.ts'
import { createUpstream, type UpstreamOptions } from '../http/upstream.ts'
import { classifyTokenError } from './errors.ts'
import type { GoogleSettings } from './settings.ts'
import type { Token } from './tokens.ts'

/** A renewal serves many calls, so none of them aborts it; only its timeout and its one retry bound it. Jobs do not retry it: they wait on their own. */
const { signal } = new AbortController()
const MAX_RETRIES = 1

/** Lifetime of a token whose response has no `expires_in`. */
const DEFAULT_LIFETIME_SECONDS = 3600

/** Returns a function that requests an access token, or undefined if the settings hold no credentials for that. Throws an Error if they are incomplete. */
export function createTokenEndpoint(
  { client_id, client_secret, refresh_token, token_url }: GoogleSettings,
  options: Omit<UpstreamOptions, 'title' | 'url'>
): ((replaced?: string) => Promise<Token>) | undefined {
  const credentials = { client_id, client_secret, refresh_token }
  const missing = Object.entries(credentials).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 3) return undefined
  if (client_id === undefined || client_secret === undefined || refresh_token === undefined)
    throw new Error(
      `${missing.join(' and ')} must be set with ${Object.keys(credentials)
        .filter(name => !missing.includes(name))
        .join(' and ')}`
    )
  const { origin, pathname } = new URL(token_url)
  const upstream = createUpstream({
    ...options,
    max_retries: Math.min(MAX_RETRIES, options.max_retries ?? MAX_RETRIES),
    title: 'Google sign-in',
    url: origin,
    classify: classifyTokenError
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
    throw new OperationError('server_error', 'Google sign-in returned no access token.', { source: 'upstream', outcome: 'not_executed' })
  const seconds = typeof expires_in === 'number' ? expires_in : DEFAULT_LIFETIME_SECONDS

  return {
    access_token,
    expires_at: Date.now() + seconds * 1000,
    ...(typeof refresh_token === 'string' && { refresh_token })
  }
}
