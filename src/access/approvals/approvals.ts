import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Approval, ApprovalFilter, Approvals, NeededApproval } from '../../contract/approvals.ts'
import { DECIDE as DECIDE_SCOPE, decideScope, mayDecide } from '../../contract/approvals.ts'
import type { Caller } from '../../contract/call.ts'
import { constraintsOf, resourcesIn } from '../../contract/constraints.ts'
import { type ErrorDetails, OperationError, type Reason } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { credentialOf, isOfIssuer, keyOf, principalOf } from '../../contract/principal.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { invalidField } from '../../lib/invalid-field.ts'
import type { EventSource } from '../../lib/outgoing-webhook.ts'
import { type RedisCommand, runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { asUnavailable, RETRY_AFTER_MS } from '../../lib/redis/errors.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { ApprovalRequest, ApprovalsPort } from '../../pipeline/ports.ts'
import { constraintAgainst } from '../constraints.ts'
import type { PolicyRule } from '../policy.ts'
import { createFollower } from './follow.ts'
import { type Notify, noticesOf } from './notices.ts'
import {
  ALL,
  DECIDE,
  EVENTS,
  jobApprovalKey,
  keptKey,
  MAX_KEPT,
  PENDING,
  pendingKey,
  REQUEST,
  rowKey,
  sameKey,
  UNNOTIFIED,
  USE,
  WITHDRAW
} from './scripts.ts'
import type { ApprovalSettings } from './settings.ts'
import {
  fieldsOf,
  INDEX_FIELDS,
  type IndexedApproval,
  isRequester,
  readIndexed,
  readStored,
  type StoredApproval,
  sealReason,
  statusOf,
  urlOf,
  viewOf
} from './stored-approval.ts'

interface Parts {
  redis: RedisClient
  secrets: Secrets
  settings: ApprovalSettings
  /** Prefix of links. */
  publicUrl: string
  policy: () => readonly PolicyRule[]
  /** Returns the operation of an ID; undefined if this process does not have it. */
  operationOf: (id: string) => Operation | undefined
  /** Returns the principals that created or rotated a key, and so know it. */
  makersOf: (keyId: string) => readonly string[]
  /** Where the operator is notified of requested approvals; undefined: nowhere. */
  notify?: Notify | undefined
  /** Continues a job that waits for an approval. A failure to do so is not that of the decision: the job checks by itself, too. */
  wakeJob: (id: string) => Promise<void>
  /** Throws if a crash of Redis could lose the use of an approval. */
  requireDurability?: () => Promise<void>
}

export interface ApprovalService extends ApprovalsPort {
  /** Returns the number of pending approvals. */
  pending: () => Promise<number>
  /**
   * Lets those of a job, or of the callers of a key or an issuer, expire that can still be decided or used; or pending ones
   * whose requester is refused by now. Rejects while Redis is unavailable.
   */
  withdraw: (of: { jobId: string } | { credential: string } | { isRefused: (callerId: string) => boolean }) => Promise<void>
  /** Notices to the operator that are to be delivered; undefined if there is no address. */
  notices: EventSource | undefined
  close: () => void
}

/** Interval at which a requester checks whether its approval was decided. */
const POLL_MS = 5_000

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Rows of an index that are read at a time, and at most for one page. */
const ROWS_AT_ONCE = 100
const MAX_ROWS = 2_000

/** Approvals in Redis, shared by all processes. */
export function createApprovals(parts: Parts): ApprovalService {
  const { redis, secrets, settings, publicUrl, policy, operationOf, makersOf, wakeJob, notify } = parts
  const [digestKey, ...formerKeys] = secrets.derive('the digests of approvals').map(key => key.toString('base64'))
  const follower = createFollower(redis)

  const run = async (command: RedisCommand, keys: string[], args: (string | number)[]): Promise<string[]> =>
    await runForTexts(redis, command, keys, args).catch(asUnavailable)

  const read = async (id: string): Promise<StoredApproval | undefined> =>
    ID.test(id) ? readStored(await redis.hgetall(rowKey(id)).catch(asUnavailable)) : undefined

  /** Requests the approval of a call, or returns the one that it has. */
  async function request(call: ApprovalRequest): Promise<StoredApproval> {
    const id = `apr_${randomBytes(12).toString('hex')}`
    const digest = digestOf(digestKey ?? '', call)
    // A job has its own approval: it must not take that of another call.
    const same = sameKey(digestOf(digestKey ?? '', call, call.jobId))
    const { expires_after_minutes, keep_days, max_pending } = settings
    const requester = requesterDigest(call.caller.id)
    const { jobId, aboutJob = jobId } = call
    const keys = [rowKey(id), same, ALL, PENDING, pendingKey(requester), keptKey(requester), EVENTS, UNNOTIFIED]
    if (aboutJob !== undefined) keys.push(jobApprovalKey(aboutJob))
    const version = shortDigest(JSON.stringify(policy()))
    const limits = [
      expires_after_minutes * MINUTE_MS,
      keep_days * DAY_MS,
      max_pending,
      jobId === undefined ? '' : '1',
      notify?.channel ?? ''
    ]
    const [state, found = ''] = await run(REQUEST, keys, [id, ...limits, ...fieldsOf(call, digest, version, secrets)])
    if (state === 'full') throw tooMany(call, `${max_pending} pending approvals`)
    if (state === 'full_store') throw tooMany(call, `${MAX_KEPT} approvals that are neither used nor expired`)
    const stored = await read(found)
    if (!stored) throw gone(found)
    follower.wake()
    return stored
  }

  /** Returns the approval that a call names. Throws if it is not for this call. */
  async function named(id: string, call: ApprovalRequest): Promise<StoredApproval> {
    const stored = await read(id)
    if (!stored || stored.requester !== call.caller.id) throw notFound(id)
    const isSameJob = stored.jobId === null || stored.jobId === call.jobId
    const isSameCall = [digestKey ?? '', ...formerKeys].some(key => digestOf(key, call) === stored.digest)
    if (!isSameJob || !isSameCall) throw mismatch(stored, call)
    return stored
  }

  const readIndex = async (id: string): Promise<IndexedApproval | undefined> =>
    readIndexed(await redis.hmget(rowKey(id), ...INDEX_FIELDS).catch(asUnavailable))

  /** Returns the approval if the caller sees it. */
  async function readVisible(id: string, caller: Caller): Promise<StoredApproval | undefined> {
    const indexed = ID.test(id) ? await readIndex(id) : undefined
    return indexed && isVisible(indexed, caller) ? await read(id) : undefined
  }

  /** Whether the caller decides on this approval, if it is pending: by its scopes, and within its constraints. */
  function decides(stored: IndexedApproval, caller: Caller): boolean {
    const operation = operationOf(stored.operation)
    return (
      operation !== undefined &&
      mayDecide(caller.scopes, stored.system) &&
      constraintAgainst(caller, operation, stored.instance) === undefined &&
      resourcesIn(constraintsOf(caller), stored.system).length === 0 // the resource of the call is not known here
    )
  }

  const isVisible = (stored: IndexedApproval, caller: Caller): boolean => stored.requester === caller.id || decides(stored, caller)

  const view = (stored: StoredApproval, caller: Caller): Approval =>
    viewOf(stored, secrets, { publicUrl, mayDecide: !isRequester(stored, caller, makersOf) && decides(stored, caller) })

  const needed = (stored: StoredApproval): NeededApproval => ({
    id: stored.id,
    status: statusOf(stored),
    url: urlOf(stored.id, publicUrl),
    expires_at: new Date(stored.expiresAt).toISOString(),
    poll_after_ms: POLL_MS
  })

  /** Throws the error of a call whose approval is not to be used now. */
  function refuse(stored: StoredApproval, call: ApprovalRequest, state: string): never {
    const { id, operation } = stored
    if (state === 'pending' || state === 'approved') throw required(call, needed(stored))
    if (state === 'denied') throw denied(view(stored, call.caller))
    if (state === 'used') throw used(view(stored, call.caller))
    if (state === 'expired') throw refusal('approval_expired', `The approval ${id} of ${operation} has expired. Nothing was done.`, AGAIN)
    throw gone(id)
  }

  const withdraw = async (ids: string[], requester: string, because: string): Promise<string[]> =>
    await run(WITHDRAW, [PENDING, pendingKey(requesterDigest(requester)), EVENTS], [sealReason(secrets, because), ...ids])

  /** Withdraws the approvals in an index that these callers requested. */
  async function withdrawIn(index: string, isOf: (callerId: string) => boolean): Promise<string[]> {
    const found: IndexedApproval[] = []
    for await (const { indexed } of rows(redis, index, undefined))
      if (indexed && ['pending', 'approved'].includes(statusOf(indexed)) && isOf(indexed.requester)) found.push(indexed)
    const withdrawn: string[] = []
    for (const [requester, own] of Map.groupBy(found, one => one.requester)) {
      const ids = own.map(({ id }) => id)
      withdrawn.push(...(await withdraw(ids, requester, KEY_REVOKED)))
    }
    return withdrawn
  }

  async function withdrawOf(credential: string): Promise<string[]> {
    // Each subject of an issuer has an index of its own; a key and its users share one.
    const index = isOfIssuer(credential) ? ALL : keptKey(requesterDigest(credential))
    return await withdrawIn(index, callerId => credentialOf(callerId) === credential)
  }

  async function withdrawAll(of: Parameters<ApprovalService['withdraw']>[0]): Promise<string[]> {
    if ('jobId' in of) return await withdrawOfJob(of.jobId)
    return 'credential' in of ? await withdrawOf(of.credential) : await withdrawIn(PENDING, of.isRefused)
  }

  /** Returns the last approval of a job. */
  async function ofJob(jobId: string): Promise<IndexedApproval | undefined> {
    const id = await redis.get(jobApprovalKey(jobId)).catch(asUnavailable)
    return id === null ? undefined : await readIndex(id)
  }

  async function withdrawOfJob(jobId: string): Promise<string[]> {
    const indexed = await ofJob(jobId)
    return indexed ? await withdraw([indexed.id], indexed.requester, JOB_CANCELLED) : []
  }

  const approvals: Approvals = {
    async list(caller, filter) {
      const { limit, cursor, job_id } = filter
      const index = indexOf(caller, filter)
      const isListed = (one: IndexedApproval): boolean => isVisible(one, caller) && matches(one, filter)
      const found: string[] = []
      let count = 0
      let last: Position | undefined
      let next: string | null = null
      const listed = job_id === undefined ? rows(redis, index, cursor) : [{ indexed: await ofJob(job_id), at: undefined }]
      for await (const { indexed, at } of listed) {
        if (found.length === limit || count === MAX_ROWS) {
          next = last ? encodeCursor([index, ...last]) : null
          break
        }
        count += 1
        last = at
        if (indexed && isListed(indexed)) found.push(indexed.id)
      }
      const stored = await Promise.all(found.map(read))
      const items = stored.flatMap(one => (one && matches(one, filter) ? [view(one, caller)] : []))
      return { items, next_cursor: next, total: next === null && cursor === undefined ? { value: items.length, relation: 'eq' } : null }
    },

    async get(caller, id) {
      const stored = await readVisible(id, caller)
      if (!stored) throw notFound(id)
      return view(stored, caller)
    },

    async decide(caller, id, verdict, reason) {
      const stored = await readVisible(id, caller)
      if (!stored) throw notFound(id)
      if (isRequester(stored, caller, makersOf)) throw ownApproval(stored)
      const keys = [rowKey(id), PENDING, pendingKey(requesterDigest(stored.requester)), EVENTS]
      const values = [verdict, principalOf(caller), sealReason(secrets, reason)]
      const [state = ''] = await runForTexts(redis, DECIDE, keys, values).catch(mayBeDecided)
      if (state === 'expired') throw refusal('approval_expired', `The approval ${id} has expired: it can no longer be decided.`)
      if (state === 'gone') throw notFound(id)
      if (state !== 'ok' && state !== 'again') throw alreadyDecided(await approvals.get(caller, id))
      follower.wake()
      if (stored.jobId !== null) await wakeJob(stored.jobId).catch(() => undefined)
      return await approvals.get(caller, id).catch(wasDecided)
    },

    async *events(caller, { after, signal }) {
      for await (const event of follower.follow(after, signal)) {
        if (event === 'silence') {
          yield { event: 'silence' }
          continue
        }
        const stored = await readVisible(event.approval, caller).catch(() => undefined)
        if (stored) yield { event: 'change', id: event.id, data: view(stored, caller) }
      }
    }
  }

  return {
    approvals,
    async use(call) {
      await parts.requireDurability?.()
      const isNamed = call.approvalId !== undefined
      const stored = call.approvalId === undefined ? await request(call) : await named(call.approvalId, call)
      if (!isNamed && call.jobId === undefined && call.cannotName !== true && stored.status !== 'denied')
        throw required(call, needed(stored))
      const purpose = call.jobId === undefined ? (call.once ?? `call:${randomUUID()}`) : `job:${call.jobId}`
      const [state = ''] = await runForTexts(redis, USE, [rowKey(stored.id), EVENTS], [purpose]).catch(mayBeUsed)
      if (state !== 'ok') refuse((await read(stored.id)) ?? stored, call, state)
      follower.wake()
      return stored.id
    },
    async withdraw(of) {
      const withdrawn = await withdrawAll(of)
      if (withdrawn.length > 0) follower.wake()
    },
    pending: async () => await redis.zcount(PENDING, Date.now(), '+inf'),
    notices: notify && noticesOf({ redis, notify, read, shown: stored => viewOf(stored, secrets, { publicUrl, mayDecide: false }) }),
    close: follower.close
  }
}

const ID = /^apr_[0-9a-f]{24}$/

/** Returns the digest of a call and its caller. Keyed: without the gateway's secret it cannot be compared with guesses. */
const digestOf = (key: string, { caller, subject }: ApprovalRequest, jobId = ''): string =>
  hash('sha256', `${key}${JSON.stringify([caller.id, jobId, subject])}`, 'base64url')

const KEY_REVOKED = 'The key that requested it was revoked, replaced or restricted, or has expired.'
const JOB_CANCELLED = 'The job that it was for was cancelled.'

/** A key and the users that it names share what limits their approvals. */
const requesterDigest = (callerId: string): string => shortDigest(keyOf(callerId))

const shortDigest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** Returns the smallest index that contains what the caller sees. Only those who decide see approvals of others. */
function indexOf(caller: Caller, { status }: ApprovalFilter): string {
  const isPending = status?.every(one => one === 'pending') === true
  if (mayDecide(caller.scopes)) return isPending ? PENDING : ALL
  return (isPending ? pendingKey : keptKey)(requesterDigest(caller.id))
}

function matches(stored: IndexedApproval, { status, operation, job_id }: ApprovalFilter): boolean {
  return (
    (status === undefined || status.includes(statusOf(stored))) &&
    (operation === undefined || operation === stored.operation) &&
    (job_id === undefined || job_id === stored.jobId)
  )
}

/** Place of an approval in an index. */
type Position = readonly [score: number, id: string]

function positionIn(cursor: string, index: string): Position {
  const [list, score, id] = decodeCursor(cursor)
  if (list === index && typeof score === 'number' && typeof id === 'string') return [score, id]
  throw invalidField('cursor', 'is not a cursor of this list', 'next_cursor of the previous page, with the same filter')
}

/** Yields the approvals of an index, latest first, from the position of the cursor on; without `indexed` if it is no longer kept. */
async function* rows(redis: RedisClient, index: string, cursor: string | undefined) {
  const from = cursor === undefined ? undefined : positionIn(cursor, index)
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const flat = await redis
      .zrevrangebyscore(index, from?.[0] ?? '+inf', '-inf', 'WITHSCORES', 'LIMIT', offset, ROWS_AT_ONCE)
      .catch(asUnavailable)
    const found = flat.flatMap((id, at): Position[] => (at % 2 === 0 ? [[Number(flat[at + 1]), id]] : []))
    const rest = found.filter(([score, id]) => from === undefined || score < from[0] || id < from[1])
    const read = await Promise.all(rest.map(([, id]) => redis.hmget(rowKey(id), ...INDEX_FIELDS))).catch(asUnavailable)
    for (const [at, position] of rest.entries()) yield { indexed: readIndexed(read[at] ?? []), at: position }
    if (found.length < ROWS_AT_ONCE) return
  }
}

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

const refusal = (reason: Reason, message: string, suggestions: string[] = [], details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { ...GATEWAY, ...details, ...(suggestions.length > 0 && { suggestions }) })

const AGAIN = ['To request another approval, send the call without approval_id.']

const notFound = (id: string): OperationError =>
  refusal('approval_not_found', `No approval ${id} is visible to this key.`, ['List the approvals with approvals_list.'])

const gone = (id: string): OperationError => refusal('approval_expired', `The approval ${id} is no longer stored. Nothing was done.`, AGAIN)

function required({ message, cannotName, jobId, permission, cost, details }: ApprovalRequest, approval: NeededApproval) {
  const { id, status, url } = approval
  const wait =
    status === 'approved'
      ? `The approval ${id} was granted.`
      : `It needs the approval of another caller, which was requested: ${id}, pending until ${approval.expires_at}.`
  const again = cannotName ? 'send the same call again' : `send the same call again with "approval_id": "${id}"`
  const steps =
    jobId !== undefined
      ? ['The job continues automatically once it is approved.']
      : [
          `Show this to the user: the call waits for an approval, ${url}.`,
          `Check it with approvals_get, not more often than every ${POLL_MS / 1000} s. Once it is approved, ${again}.`
        ]
  return refusal('approval_required', `${message} ${wait} Nothing has been done yet.`, status === 'approved' ? [`Now ${again}.`] : steps, {
    would_do: message,
    ...details,
    permission,
    ...(cost !== null && { estimate: cost }),
    approval
  })
}

const denied = ({ id, operation, decided_by, reason }: Approval): OperationError =>
  refusal(
    'approval_denied',
    `${decided_by} denied the approval ${id} of ${operation}. Nothing was done.${reason === null ? '' : ` Reason: ${reason}`}`,
    ['Do not send the call again unless the user asks for it.'],
    { approval_id: id, decided_by, denied_because: reason }
  )

const used = ({ id, operation, used_at }: Approval): OperationError =>
  refusal(
    'approval_used',
    `The approval ${id} of ${operation} was used at ${used_at}: the call started then, and may have been executed. Nothing was done now.`,
    ['Check whether it was executed. To do it again, send the call without approval_id to request another approval.'],
    { approval_id: id, used_at }
  )

function mismatch({ id, operation, instance, jobId }: StoredApproval, call: ApprovalRequest): OperationError {
  const what =
    operation !== call.operation
      ? `the operation ${operation}, not ${call.operation}`
      : jobId !== null && jobId !== call.jobId
        ? `the job ${jobId}`
        : instance !== call.instance
          ? `the instance ${instance}, not ${call.instance}`
          : `another input of ${operation}`
  return refusal(
    'approval_mismatch',
    `The approval ${id} is for ${what}. Nothing was done.`,
    ['Send exactly the input that was approved.', ...AGAIN],
    { approval_id: id }
  )
}

const tooMany = ({ caller }: ApprovalRequest, count: string): OperationError =>
  refusal(
    'rate_limit_exceeded',
    `${principalOf(caller)} has ${count}, which is the maximum. Nothing was done.`,
    ['Send the call again once some of them have been decided: approvals_list lists them.'],
    { retry_after_ms: MINUTE_MS }
  )

/** The decision may be stored although the response of Redis was lost. */
function mayBeDecided(cause: unknown): never {
  throw lostResponse('Redis did not respond, so it is unknown whether the approval was decided.', { outcome: 'unknown' }, cause)
}

function wasDecided(cause: unknown): never {
  if (!(cause instanceof OperationError && cause.reason === 'redis_unavailable')) throw cause
  throw lostResponse('The approval was decided, but then Redis did not respond.', { outcome: 'executed' }, cause)
}

/** An approval is used once, even if the response of Redis was lost: the same approval may then not be usable again. */
function mayBeUsed(cause: unknown): never {
  const suggestions = ['Send the call again. If the approval was used up, send it without approval_id to request another approval.']
  const message = 'Redis did not respond, so it is unknown whether the approval was used up. The call was not executed.'
  throw lostResponse(message, { outcome: 'not_executed', suggestions }, cause)
}

const lostResponse = (message: string, details: ErrorDetails, cause: unknown): OperationError =>
  new OperationError(
    'redis_unavailable',
    message,
    { source: 'gateway', retryable: true, retry_after_ms: RETRY_AFTER_MS, ...details },
    { cause }
  )

const ownApproval = ({ id, system }: StoredApproval): OperationError =>
  refusal('insufficient_permissions', `This caller requested the approval ${id}, so another caller must decide it.`, [
    `Another caller with the scope ${DECIDE_SCOPE} or ${decideScope(system)} can decide.`
  ])

const alreadyDecided = ({ id, status, decided_by }: Approval): OperationError =>
  refusal('already_decided', `The approval ${id} is ${status}${decided_by === null ? '' : `, decided by ${decided_by}`}.`)
