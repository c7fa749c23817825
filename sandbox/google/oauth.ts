import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { GoogleFailure } from './errors.ts'

/** The credentials of the sandbox account. The sandbox servers return them as settings. */
export const CLIENT = { client_id: 'sandbox.apps.example', client_secret: 'sandbox-client-secret', refresh_token: 'sandbox-refresh-token' }

const TOKEN_SECONDS = 3599

/** Adds `POST /token` and `POST /revoke` of Google's OAuth server. All other requests need a token that it issued. */
export function addOAuth(app: FastifyInstance, scope: string, seconds = TOKEN_SECONDS): void {
  const tokens = new Map<string, number>()

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  )

  app.post<{ Body: Record<string, string> }>('/token', async ({ body }, reply) => {
    const { grant_type, client_id, client_secret, refresh_token } = Object(body)
    if (client_id !== CLIENT.client_id) return refuse(reply, 401, 'invalid_client', 'The OAuth client was not found.')
    if (client_secret !== CLIENT.client_secret) return refuse(reply, 401, 'invalid_client', 'Unauthorized')
    if (grant_type !== 'refresh_token') return refuse(reply, 400, 'unsupported_grant_type', `Invalid grant_type: ${grant_type}`)
    if (refresh_token !== CLIENT.refresh_token) return refuse(reply, 400, 'invalid_grant', 'Token has been expired or revoked.')
    const access_token = `ya29.${randomBytes(24).toString('base64url')}`
    tokens.set(access_token, Date.now() + seconds * 1000)
    return { access_token, expires_in: seconds, scope, token_type: 'Bearer' }
  })

  app.post<{ Body: Record<string, string> }>('/revoke', async ({ body }) => {
    tokens.delete(Object(body).token)
    return {}
  })

  app.addHook('onRequest', async ({ url, headers }) => {
    if (/^\/(token|revoke)(\?|$)/.test(url)) return undefined
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    if ((tokens.get(token) ?? 0) > Date.now()) return undefined
    throw new GoogleFailure(401, UNAUTHENTICATED, 'authError', 'UNAUTHENTICATED')
  })
}

const UNAUTHENTICATED =
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'

const refuse = (reply: FastifyReply, status: number, error: string, error_description: string): FastifyReply =>
  reply.code(status).send({ error, error_description })
