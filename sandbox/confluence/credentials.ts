import type { FastifyRequest } from 'fastify'
import type { Site } from './state/model.ts'

export const CLOUD_ID = '11111111-2222-3333-4444-555555555555'
/** The valid credential: on Cloud, the password for the email address or a bearer token; in Data Center, a bearer token. */
export const TOKEN = 'sandbox-token'
export const EMAIL = 'ada@example.com'
export const USERNAME = 'ada'
export const PASSWORD = 'sandbox-password'
/** A read-only credential: because of its scopes, or the permissions of its user. */
export const READER = 'sandbox-token-that-reads'
/** A known credential that has expired. */
export const EXPIRED = 'sandbox-token-that-expired'

export type Verdict = { admitted: true; bearer: boolean } | { admitted: false; status: 401 | 403; message: string }

const admitted = (bearer: boolean): Verdict => ({ admitted: true, bearer })
const refused = (status: 401 | 403, message: string): Verdict => ({ admitted: false, status, message })

/** Checks the credential. Each deployment requires its own kind. */
export function admit(site: Site, request: FastifyRequest, gateway: boolean): Verdict {
  const [kind = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  const bearer = kind.toLowerCase() === 'bearer'
  const [user = '', secret = ''] = bearer ? [] : Buffer.from(value, 'base64').toString().split(':')
  const token = bearer ? value : secret
  if (!knows(site, { bearer, user, gateway })) return refused(401, 'Basic Authentication Failure - Reason : AUTHENTICATED_FAILED')
  if (token === EXPIRED) return refused(401, 'The access token expired')
  if (token === READER && request.method !== 'GET' && !isQuestion(request.url))
    return gateway ? refused(401, 'Unauthorized; scope does not match') : refused(403, 'User not permitted to change this')
  const good = [TOKEN, READER, ...(site.mode === 'datacenter' && !bearer ? [PASSWORD] : [])]
  return good.includes(token) ? admitted(bearer) : refused(401, 'Unauthorized')
}

/** Basic authentication is for users of the site; bearer tokens for the gateway of Cloud, and for Data Center. */
function knows({ mode }: Site, { bearer, user, gateway }: { bearer: boolean; user: string; gateway: boolean }): boolean {
  if (bearer) return gateway || mode === 'datacenter'
  return user === (mode === 'cloud' ? EMAIL : USERNAME)
}

const isQuestion = (url: string): boolean => /users-bulk|convert-ids-to-types|contentbody\/convert|permission\/check/.test(url)
