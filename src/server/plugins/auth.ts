import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANONYMOUS_CALLER, type Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { credentialOf } from '../../contract/principal.ts'
import { createInProgress } from '../../lib/in-progress.ts'
import { endResponse } from '../../surfaces/shared/kept-responses.ts'
import { limitAnonymousSockets } from './anonymous-sockets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set before any handler of a route that is not public. */
    caller: Caller
    /** The system that is called, if the route does not name it. */
    system: string
  }
  interface FastifyContextConfig {
    /** Serves callers without a key. */
    public?: boolean
    /** Serves callers without a key under any Host: it returns no data. */
    anyName?: boolean
    /** For probes: not subject to the limit on connections without a key. */
    probe?: boolean
    /** A page without data, which a link on another site may open. */
    page?: boolean
    system?: string
    /** Whether the caller may see the route. Default: every caller may. */
    shownTo?: (caller: Caller) => boolean
  }
}

/** `unconfirmed`: the key is managed, and Redis was unavailable for so long that it could have been revoked in the meantime. */
type Refusal = 'unknown' | 'expired' | 'disabled' | 'revoked' | 'unconfirmed'

/** The caller of a token, and when the token ends (Unix time in ms). */
interface Verified {
  caller: Caller
  until: number
}

export interface AuthOptions {
  /** Returns the caller that a key belongs to, or why it is refused. */
  identify: (key: string) => Caller | Refusal
  /** Makes `identify` read the managed keys again. Called after `unconfirmed`. */
  refresh?: () => Promise<void>
  /** Returns the caller of a token (JWT), or why it is refused; undefined if no token is accepted. */
  verifyToken?: (token: string) => Promise<Verified | OperationError> | Verified | undefined
  /** The caller without a key; undefined if a key is required. Read at each request, because keys may be added at runtime. */
  readonly anonymous: Caller | undefined
  /** Calls the listener with the IDs of keys and issuers that were removed or changed, or have expired. */
  onRevoked?: (listener: (credentials: readonly string[]) => void) => void
}

const RETRY_AFTER_MS = 1_000
/** The header in which a backend names a user. */
const USER = 'toolgate-user'
const BEARER = /^Bearer +(\S.*)$/i

/** Decisions about a request that the gateway makes in addition. */
export interface AuthRules {
  /** Returns why a request without a key is refused on a gateway that requires none; undefined if it is accepted. */
  refuseAnonymous?: (request: FastifyRequest) => OperationError | undefined
  /** Returns the user that the values of the header `Toolgate-User` name, or why the caller may not. */
  userOf?: (caller: Caller, values: readonly string[]) => Caller | OperationError
}

/** Requires a key or a token in `Authorization: Bearer` or `X-API-Key` on every route that is not public. */
export function auth(app: FastifyInstance, options: AuthOptions, { refuseAnonymous = () => undefined, userOf }: AuthRules = {}): void {
  app.decorateRequest('caller')
  app.decorateRequest('system', '')
  const sockets = limitAnonymousSockets(app)
  const track = endResponses(app, options.onRevoked)
  const named = (caller: Caller | OperationError, { raw }: FastifyRequest): Caller | OperationError => {
    if (caller instanceof OperationError || userOf === undefined || raw.headers[USER] === undefined) return caller
    return userOf(caller, valuesOf(raw, USER))
  }
  const admit = (
    caller: Caller | OperationError,
    request: FastifyRequest,
    reply: FastifyReply,
    until = Infinity
  ): OperationError | undefined => {
    const isAnonymous = caller instanceof OperationError || caller === ANONYMOUS_CALLER
    if (!isAnonymous) sockets.release(request.raw.socket)
    const refused = isAnonymous && request.routeOptions.config.probe !== true ? sockets.refusal(request.raw.socket) : undefined
    if (refused) reply.header('connection', 'close')
    if (refused) return refused
    const user = named(caller, request)
    if (user instanceof OperationError) return user
    request.caller = user
    track({ caller: user, response: reply.raw, until })
    return undefined
  }
  const admitHolder = (found: Verified | OperationError, request: FastifyRequest, reply: FastifyReply): OperationError | undefined =>
    found instanceof OperationError ? admit(found, request, reply) : admit(found.caller, request, reply, found.until)
  app.addHook('onRequest', (request, reply, done) => {
    const key = presented(request)
    const token = typeof key === 'string' && isToken(key) ? options.verifyToken?.(key) : undefined
    if (token instanceof Promise) return void token.then(found => admitHolder(found, request, reply)).then(done, done)
    if (token) return done(admitHolder(token, request, reply))
    const caller = callerOf(key, request, options, refuseAnonymous)
    if (!options.refresh || !isUnconfirmed(caller)) return done(admit(caller, request, reply))
    const again = (): void => done(admit(callerOf(key, request, options, refuseAnonymous), request, reply))
    options.refresh().then(again, again)
  })
}

/** A response that is not sent yet. `until`: when its token ends. */
interface Tracked {
  caller: Caller
  response: ServerResponse
  until: number
}

/**
 * Returns a function that has a response end when the key of its caller is revoked or changed, and within a second of its token: streams, programs and
 * reads then end.
 */
function endResponses(app: FastifyInstance, onRevoked: AuthOptions['onRevoked']): (tracked: Tracked) => void {
  const inProgress = createInProgress<Tracked>()
  onRevoked?.(credentials => {
    for (const { caller, response } of inProgress.all()) if (credentials.includes(credentialOf(caller.id))) endResponse(response)
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const tracked of inProgress.all()) {
      if (tracked.until > now) continue
      tracked.until = Infinity // once
      endResponse(tracked.response)
    }
  }, SECOND_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return tracked => {
    if (!tracked.response.closed) tracked.response.on('close', inProgress.add(tracked)) // else the client left while the token was verified
  }
}

/** A signed JWT begins with a JSON object in base64url. No key does. */
const isToken = (text: string): boolean => text.startsWith('eyJ')

const SECOND_MS = 1_000

function callerOf(
  key: string | undefined | OperationError,
  request: FastifyRequest,
  { identify, anonymous }: AuthOptions,
  refuseAnonymous: NonNullable<AuthRules['refuseAnonymous']>
): Caller | OperationError {
  const { config } = request.routeOptions
  if (key instanceof OperationError) return key
  if (key !== undefined) {
    const caller = identify(key)
    return typeof caller === 'string' ? refusal(caller) : caller
  }
  if (anonymous) return refuseAnonymous(request) ?? anonymous
  return config.public === true ? ANONYMOUS_CALLER : needsKey()
}

const needsKey = (): OperationError =>
  new OperationError('key_missing', 'This gateway needs a key.', { suggestions: ['Send Authorization: Bearer KEY, or X-API-Key: KEY.'] })

function presented({ headers: { authorization, 'x-api-key': other }, raw }: FastifyRequest): string | undefined | OperationError {
  if (isAmbiguous(valuesOf(raw, 'authorization')) || isAmbiguous(valuesOf(raw, 'x-api-key')))
    return unread('Two headers of the same name contain different keys.')
  if (authorization === undefined) return typeof other === 'string' ? other : undefined
  const key = BEARER.exec(authorization)?.[1]?.trim()
  if (key === undefined) return unread('The Authorization header supports only Bearer KEY.')
  return other === undefined || other === key ? key : unread('Authorization and X-API-Key contain different keys.')
}

/** Node uses the first Authorization header and ignores others, a proxy may use the last one. */
function valuesOf({ rawHeaders }: FastifyRequest['raw'], header: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === header.length && name.toLowerCase() === header) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

const isAmbiguous = (values: readonly string[]): boolean => values.length > 1 && new Set(values).size > 1

const unread = (message: string): OperationError =>
  new OperationError('key_unknown', message, { suggestions: ['Send one key, as Authorization: Bearer KEY or as X-API-Key: KEY.'] })

const isUnconfirmed = (caller: Caller | OperationError): boolean =>
  caller instanceof OperationError && caller.reason === 'redis_unavailable'

function refusal(why: Refusal): OperationError {
  const ask = { suggestions: ['Ask the operator of this gateway for a new key.'] }
  switch (why) {
    case 'expired':
      return new OperationError('key_expired', 'The key has expired.', ask)
    case 'revoked':
      return new OperationError('key_unknown', 'The key was revoked.', ask)
    case 'disabled':
      return new OperationError('key_unknown', 'The key is disabled.', {
        suggestions: ['Ask the operator of this gateway to enable it.']
      })
    case 'unconfirmed':
      return new OperationError('redis_unavailable', 'Redis cannot be reached, so it is unknown whether the key is still valid.', {
        source: 'gateway',
        outcome: 'not_executed',
        retryable: true,
        retry_after_ms: RETRY_AFTER_MS
      })
    case 'unknown':
      return new OperationError('key_unknown', 'The key is not known to this gateway.', {
        suggestions: ['Check that the whole key was sent, as Authorization: Bearer KEY.']
      })
  }
}
