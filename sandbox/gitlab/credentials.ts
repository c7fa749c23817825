import type { FastifyRequest } from 'fastify'
import { Refusal, refuse } from './refusal.ts'

export const TOKEN = 'glpat-sandbox-token'
export const READER = 'glpat-sandbox-token-that-reads'
export const REVOKED = 'glpat-sandbox-token-that-was-revoked'
export const OAUTH = 'sandbox-oauth-token'
export const JOB_TOKEN = 'glcbt-sandbox-job-token'

const SCOPES: ReadonlyMap<string, string[]> = new Map(
  Object.entries<string[]>({ [TOKEN]: ['api'], [READER]: ['read_api'], [OAUTH]: ['api'], [JOB_TOKEN]: ['job'] })
)

/** A personal token may also be sent as a bearer token; an OAuth token must be. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const [kind = '', bearer] = (headers.authorization ?? '').split(' ')
  const token = headers['private-token'] ?? headers['job-token'] ?? (kind.toLowerCase() === 'bearer' ? bearer : undefined)
  return Array.isArray(token) ? token[0] : token
}

export const scopesOf = (token: string | undefined): string[] => SCOPES.get(token ?? '') ?? []

export function admit(request: FastifyRequest): void {
  const token = tokenOf(request)
  if (token === REVOKED)
    throw new Refusal(401, { error: 'invalid_token', error_description: 'Token was revoked. You have to re-authorize from the user.' })
  const [scope] = scopesOf(token)
  const matches =
    scope !== undefined &&
    (token !== OAUTH || request.headers.authorization !== undefined) &&
    (scope !== 'job' || request.headers['job-token'])
  if (!matches) throw refuse(401, '401 Unauthorized')
  if (scope === 'read_api' && request.method !== 'GET')
    throw new Refusal(403, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: 'api'
    })
}
