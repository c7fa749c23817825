import { decodeJwt, decodeProtectedHeader, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { MAX_NAME, subjectId } from '../../contract/principal.ts'
import type { Log } from '../../contract/runtime.ts'
import { DEFAULT_ALGORITHMS, DEFAULT_MAX_HOURS, DEFAULT_SKEW_S, grantedScopes, type IssuerEntry } from './issuer.ts'
import { createKeySet, type KeySet, NoKeys } from './key-set.ts'
import type { LoadKeys } from './load-keys.ts'

/** Maximum number of verified tokens whose signature is not checked again. */
const MAX_VERIFIED = 1_000

/** Maximum characters of a token. */
const MAX_TOKEN = 8_192
const RETRY_AFTER_MS = 2_000
const HOUR_MS = 3_600_000

/** The caller of a valid token, and when it ends, as Unix time in ms. */
interface Verified {
  caller: Caller
  until: number
}

/** A verified token, and the key of its signature. */
interface Signed extends Verified {
  header: JWTHeaderParameters
  keys: KeySet
  key: unknown
  /** The keys of the issuer when the token was checked. */
  checkedWith: object | undefined
}

export interface TokenVerifier {
  /** Returns the caller of a token, or why it is refused. What can be refused without the keys of the issuer is refused first. */
  verify: (token: string) => Promise<Verified | OperationError> | Verified
  /** Replaces the issuers. Those that stay the same keep their keys. */
  change: (issuers: readonly IssuerEntry[]) => void
}

export interface VerifierOptions {
  load: LoadKeys
  log: Log
  now?: () => number
}

interface Issuer {
  entry: IssuerEntry
  keys: KeySet
}

export function createTokenVerifier(first: readonly IssuerEntry[], { load, log, now = Date.now }: VerifierOptions): TokenVerifier {
  let issuers = new Map<string, Issuer>()
  const signed = new LRUCache<string, Signed>({ max: MAX_VERIFIED })
  const change: TokenVerifier['change'] = entries => {
    const before = issuers
    signed.clear()
    issuers = new Map(
      entries.map(entry => {
        const known = before.get(entry.issuer)
        const isSame = known?.entry.jwks_uri === entry.jwks_uri
        return [entry.issuer, { entry, keys: known && isSame ? known.keys : createKeySet({ entry, load, log, now }) }]
      })
    )
  }
  change(first)
  const check = async (token: string): Promise<Verified | OperationError> => {
    try {
      const earlier = signed.get(token)
      const known = earlier?.keys.current()
      if (earlier && now() < earlier.until && (await isSignedBy(earlier)) && signed.get(token) === earlier) {
        earlier.checkedWith = known
        return earlier
      }
      const { entry, keys } = issuerOf(token, issuers)
      const checkedWith = keys.current() // before the check: what is loaded during it may lack the key
      const { payload, protectedHeader: header, key } = await jwtVerify(token, keys.find, checksOf(entry, now()))
      // Loading keys takes a while. What was removed or narrowed in the meantime holds.
      if (issuers.get(entry.issuer)?.entry !== entry) return await check(token)
      const result = verified(entry, payload, now())
      if (!(result instanceof OperationError)) signed.set(token, { ...result, header, keys, key, checkedWith })
      return result
    } catch (error) {
      return refusalOf(error)
    }
  }
  const verify: TokenVerifier['verify'] = token => {
    const earlier = signed.get(token)
    const keys = earlier?.keys.current()
    return earlier && keys && keys === earlier.checkedWith && now() < earlier.until ? earlier : check(token)
  }
  return { change, verify }
}

/** Whether the key of the signature is still one of its issuer's. Keys that are loaded again are others, so the signature is then checked again. */
const isSignedBy = async ({ header, keys, key }: Signed): Promise<boolean> =>
  (await keys.find(header, { payload: '', signature: '' })) === key

/** Returns the issuer that the token names. Throws if the token cannot be valid, whatever its signature. */
function issuerOf(token: string, issuers: ReadonlyMap<string, Issuer>): Issuer {
  if (token.length > MAX_TOKEN) throw refused(`is longer than ${MAX_TOKEN} characters`)
  const { alg = '' } = decodeProtectedHeader(token)
  const { iss = '', aud } = decodeJwt(token)
  const issuer = issuers.get(iss)
  if (!issuer) throw refused('is not of an issuer that this gateway accepts')
  if (!(issuer.entry.algorithms ?? DEFAULT_ALGORITHMS).some(known => known === alg)) throw refused('has an algorithm that is not accepted')
  if (![aud].flat().some(one => one !== undefined && issuer.entry.audience.includes(one))) throw refused(FOR_ANOTHER)
  return issuer
}

const FOR_ANOTHER = 'is for another audience'

const checksOf = ({ issuer, audience, algorithms = [...DEFAULT_ALGORITHMS], clock_skew_seconds }: IssuerEntry, now: number) => ({
  issuer,
  audience,
  algorithms,
  clockTolerance: clock_skew_seconds ?? DEFAULT_SKEW_S,
  requiredClaims: ['exp', 'sub'],
  currentDate: new Date(now)
})

function verified(entry: IssuerEntry, payload: JWTPayload, now: number): Verified | OperationError {
  const { sub = '', exp = 0 } = payload
  if (sub === '' || sub.length > MAX_NAME || !sub.isWellFormed()) return refused(`has no subject of 1 to ${MAX_NAME} characters`)
  const { max_hours = DEFAULT_MAX_HOURS } = entry
  if (exp * 1_000 - now > max_hours * HOUR_MS) return refused(`expires in more than ${max_hours} hours`)
  const scopes = grantedScopes(entry, payload)
  if (scopes.length === 0) return withoutScopes()
  const caller = { id: subjectId(entry.issuer, sub), scopes, ...(entry.constraints && { constraints: entry.constraints }) }
  return { caller, until: (exp + (entry.clock_skew_seconds ?? DEFAULT_SKEW_S)) * 1_000 }
}

function refusalOf(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  if (error instanceof NoKeys) return unavailable()
  if (error instanceof errors.JWTExpired) return refused('has expired')
  if (error instanceof errors.JWTClaimValidationFailed) return refused(CLAIMS.get(error.claim) ?? `has an invalid claim ${error.claim}`)
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refused('names no key that its issuer publishes')
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused('has an invalid signature')
  return refused('is not a valid JWT')
}

const CLAIMS: ReadonlyMap<string, string> = new Map([
  ['aud', FOR_ANOTHER],
  ['nbf', 'is not valid yet'],
  ['exp', 'has no expiry'],
  ['sub', 'has no subject']
])

const refused = (why: string): OperationError =>
  new OperationError('token_refused', `The token ${why}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Sign in again at the authorization server that the resource metadata of this gateway names.']
  })

const withoutScopes = (): OperationError =>
  new OperationError('insufficient_permissions', 'The token is valid, but grants no scope of this gateway.', {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Ask the operator of this gateway which claims its issuer needs: see `issuers` in the config file.']
  })

const unavailable = (): OperationError =>
  new OperationError('issuer_unavailable', 'The keys of the issuer cannot be loaded, so the token cannot be verified.', {
    source: 'gateway',
    outcome: 'not_executed',
    retryable: true,
    retry_after_ms: RETRY_AFTER_MS
  })
