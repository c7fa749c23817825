import type { Approval } from '../../contract/approvals.ts'
import type { Caller } from '../../contract/call.ts'
import { PERMISSIONS } from '../../contract/operation.ts'
import { callerOf, keyOf, principalOf } from '../../contract/principal.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { shorten } from '../../lib/shorten.ts'
import type { ApprovalRequest } from '../../pipeline/ports.ts'

/** What decides who sees an approval, and which lists contain it. */
export interface IndexedApproval {
  id: string
  /** As stored; one whose time is up has expired. */
  status: 'pending' | 'approved' | 'denied' | 'used'
  /** ID of the caller that requested it. */
  requester: string
  operation: string
  system: string
  instance: string | null
  jobId: string | null
  expiresAt: number
}

/** An approval as Redis stores it. Immutable, but for its status and what a decision, a use or its withdrawal adds. */
export interface StoredApproval extends IndexedApproval {
  /** Keyed digest of the call. */
  digest: string
  fields: Readonly<Record<string, string>>
}

/** What is encrypted: it contains the input. */
interface Shown {
  message: string
  details: Approval['details']
  input: Approval['input']
  cost: string | null
}

const PURPOSE = 'approval'

/** Maximum characters of a value, of all values of a list until each is only shown in part, and of such a part, and maximum number of values. */
const MAX_VALUE = 2_000
const MAX_TOTAL = 6_000
const MAX_PART = 60
const MAX_VALUES = 60
const MAX_NAME = 100
const MAX_MESSAGE = 2_000

/** Returns the fields of a new approval and their values. What the gateway states of the call counts, not what the preview of an adapter calls the same. */
export function fieldsOf(request: ApprovalRequest, digest: string, policyVersion: string, secrets: Secrets): string[] {
  const { caller, operation, system, instance, permission, message, details, preview, input, irreversible, cost, jobId } = request
  const shown: Shown = {
    message: shorten(message, MAX_MESSAGE),
    details: factsOf({ ...details, ...preview, ...details }),
    input: factsOf(input),
    cost
  }
  const fields = {
    requester: caller.id,
    operation,
    system,
    permission,
    digest,
    policy_version: policyVersion,
    ...(instance !== null && { instance }),
    ...(jobId !== undefined && { job_id: jobId }),
    ...(irreversible && { irreversible: '1' }),
    shown: secrets.seal(JSON.stringify(shown), PURPOSE)
  }
  return Object.entries(fields).flat()
}

function factsOf(facts: Readonly<Record<string, unknown>>): Approval['details'] {
  const all = Object.entries(facts).filter(([, value]) => value !== undefined)
  let left = MAX_TOTAL
  const shown = all.slice(0, MAX_VALUES).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    const limit = Math.max(MAX_PART, Math.min(MAX_VALUE, left))
    left -= Math.min(text.length, limit)
    return { name: shorten(name, MAX_NAME), value: cut(text, limit) }
  })
  const omitted = all.length - shown.length
  return omitted === 0 ? shown : [...shown, { name: '…', value: `(${omitted} more, not shown)` }]
}

const cut = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text)

/** Fields of an `IndexedApproval`. They are small, and not encrypted. */
export const INDEX_FIELDS = ['id', 'status', 'requester', 'operation', 'system', 'instance', 'job_id', 'expires_at'] as const

/** Returns what a list reads of an approval, by the values of INDEX_FIELDS; undefined if there is none. */
export const readIndexed = (values: readonly (string | null)[]): IndexedApproval | undefined =>
  indexedIn(Object.fromEntries(INDEX_FIELDS.map((name, at) => [name, values[at] ?? undefined])))

/** Returns the approval of a hash; undefined if there is none. */
export function readStored(fields: Readonly<Record<string, string>>): StoredApproval | undefined {
  const indexed = indexedIn(fields)
  const { digest } = fields
  return indexed && digest ? { ...indexed, digest, fields } : undefined
}

function indexedIn(fields: Readonly<Record<string, string | undefined>>): IndexedApproval | undefined {
  const status = (['pending', 'approved', 'denied', 'used'] as const).find(one => one === fields['status'])
  const { id, requester, operation, system, instance = null, job_id: jobId = null, expires_at } = fields
  if (!status || !id || !requester || !operation || !system || !expires_at) return undefined
  return { id, status, requester, operation, system, instance, jobId, expiresAt: Number(expires_at) }
}

/** Returns the status as callers see it. */
export const statusOf = ({ status, expiresAt }: IndexedApproval): Approval['status'] =>
  (status === 'pending' || status === 'approved') && expiresAt <= Date.now() ? 'expired' : status

/**
 * Whether the caller may be the requester, which must not decide on its own calls. A key and the users that it names are one: the backend speaks for all of
 * them. So are a key and those that it created or rotated, because it received them. `makersOf` returns the principals that created or rotated a key.
 */
export function isRequester({ requester }: IndexedApproval, { id }: Caller, makersOf: (keyId: string) => readonly string[]): boolean {
  const known = new Set([keyOf(id)])
  for (const one of known) for (const maker of makersOf(one)) known.add(keyOf(callerOf(maker)))
  return known.has(keyOf(requester))
}

/** Encrypts the reason of a decision, or of a withdrawal. */
export const sealReason = (secrets: Secrets, reason: string | undefined): string =>
  reason === undefined ? '' : secrets.seal(JSON.stringify(reason), PURPOSE)

/** Returns the approval as a caller sees it. `mayDecide`: whether the caller may decide on it while it is pending. */
export function viewOf(
  stored: StoredApproval,
  secrets: Secrets,
  { publicUrl, mayDecide }: { publicUrl: string; mayDecide: boolean }
): Approval {
  const { id, requester, operation, system, instance, jobId, fields } = stored
  const status = statusOf(stored)
  const { message, details, input, cost } = shownIn(fields['shown'], operation, secrets)
  return {
    id,
    status,
    may_decide: status === 'pending' && mayDecide,
    principal: principalOf({ id: requester }),
    operation,
    system,
    instance,
    permission: PERMISSIONS.find(one => one === fields['permission']) ?? 'destructive',
    message,
    details,
    input,
    irreversible: fields['irreversible'] === '1',
    cost,
    job_id: jobId,
    policy_version: fields['policy_version'] ?? '',
    created_at: isoTime(fields['created_at']) ?? '',
    expires_at: new Date(stored.expiresAt).toISOString(),
    decided_at: isoTime(fields['decided_at']),
    decided_by: fields['decided_by'] ?? null,
    reason: textIn(fields['reason'], secrets),
    withdrawn_because: textIn(fields['withdrawn_because'], secrets),
    used_at: isoTime(fields['used_at']),
    url: urlOf(id, publicUrl)
  }
}

export const urlOf = (id: string, publicUrl: string): string => `${publicUrl}/console/approvals/${id}`

const isoTime = (time: string | undefined): string | null => (time === undefined ? null : new Date(Number(time)).toISOString())

const textIn = (sealed: string | undefined, secrets: Secrets): string | null =>
  sealed === undefined ? null : String(opened(sealed, secrets) ?? '')

/** A process without the secret shows the approval without its content. */
function shownIn(sealed: string | undefined, operation: string, secrets: Secrets): Shown {
  const unreadable = {
    message: `${operation} (encrypted with a secret that this process does not have)`,
    details: [],
    input: [],
    cost: null
  }
  const shown = sealed === undefined ? undefined : opened(sealed, secrets)
  return isShown(shown) ? shown : unreadable
}

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null && 'message' in value && 'input' in value

function opened(sealed: string, secrets: Secrets): unknown {
  try {
    return JSON.parse(secrets.open(sealed, PURPOSE))
  } catch {
    return undefined
  }
}
