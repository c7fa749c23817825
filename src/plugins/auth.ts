import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import { foreignName } from './own-host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any handler of a route that is not public. */
    caller: Caller
    /** The system the call turned out to be for, where the route does not tell. */
    system: string
  }
  interface FastifyContextConfig {
    /** Answers without a key. */
    public?: boolean
    /** Answers callers without a key whatever name they ask it by. */
    anyName?: boolean
    system?: string
    /** Whether the caller may know of the route; all may where nothing is said. */
    shownTo?: (caller: Caller) => boolean
  }
}

export interface AuthOptions {
  /** Who presents this key. */
  identify: (key: string) => Caller | 'unknown' | 'expired'
  /** Who calls without a key; undefined where one is needed. Asked at each request, since keys may be added while it runs. */
  readonly anonymous: Caller | undefined
}

const NOBODY: Caller = { id: 'nobody', scopes: [] }
const BEARER = /^Bearer +(.+)$/i

/** Every route but the public ones needs a key, in `Authorization: Bearer` or `X-API-Key`. */
export function auth(app: FastifyInstance, options: AuthOptions, publicUrl?: string): void {
  app.decorateRequest('caller')
  app.decorateRequest('system', '')
  app.addHook('onRequest', (request, _reply, done) => {
    const caller = callerOf(request, options, publicUrl)
    if (caller instanceof OperationError) return done(caller)
    request.caller = caller
    return done()
  })
}

function callerOf(request: FastifyRequest, { identify, anonymous }: AuthOptions, publicUrl: string | undefined): Caller | OperationError {
  const { config } = request.routeOptions
  const key = presented(request)
  if (key instanceof OperationError) return key
  if (key !== undefined) {
    const caller = identify(key)
    return typeof caller === 'string' ? refusal(caller) : caller
  }
  if (anonymous) return (config.anyName === true ? undefined : foreignName(request.headers, publicUrl)) ?? anonymous
  return config.public === true ? NOBODY : needsKey()
}

const needsKey = (): OperationError =>
  new OperationError('key_missing', 'This gateway needs a key.', { suggestions: ['Send Authorization: Bearer KEY, or X-API-Key: KEY.'] })

function presented({ headers: { authorization, 'x-api-key': other } }: FastifyRequest): string | undefined | OperationError {
  if (authorization === undefined) return typeof other === 'string' ? other : undefined
  const key = BEARER.exec(authorization)?.[1]?.trim()
  if (key === undefined) return unread('Of Authorization only Bearer KEY is read here.')
  return other === undefined || other === key ? key : unread('Authorization and X-API-Key hold different keys.')
}

const unread = (message: string): OperationError =>
  new OperationError('key_unknown', message, { suggestions: ['Send one key, as Authorization: Bearer KEY or as X-API-Key: KEY.'] })

const refusal = (why: 'unknown' | 'expired'): OperationError =>
  why === 'expired'
    ? new OperationError('key_expired', 'The key is past its date.', { suggestions: ['Ask for a new key.'] })
    : new OperationError('key_unknown', 'The key is not known to this gateway.', {
        suggestions: ['Check that the whole key was sent, as Authorization: Bearer KEY.']
      })
