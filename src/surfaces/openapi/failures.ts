import { declaredErrors } from '../../catalog/describe.ts'
import { acceptsApproval, acceptsIdempotencyKey, hasInstances, inputOf } from '../../catalog/reserved-inputs.ts'
import { isCommon, REASON_NAMES, type Reason, statusOf } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { streamSpec } from '../../contract/stream.ts'
import type { GatewayRoute } from '../shared/gateway-routes.ts'
import type { Components, Node } from './components.ts'

/** Reasons of systems with instances only. */
const OF_INSTANCES: readonly Reason[] = [
  'instance_not_found',
  'configuration_missing',
  'configuration_invalid',
  'authentication_failed',
  'token_expired',
  'upstream_refused',
  'server_error',
  'connection_failed'
]
const OF_IDEMPOTENCY: readonly Reason[] = [
  'idempotency_key_reused',
  'idempotency_in_flight',
  'idempotency_outcome_unknown',
  'idempotency_answer_not_kept'
]
const OF_APPROVALS: readonly Reason[] = ['approval_required', 'approval_denied', 'approval_expired', 'approval_mismatch', 'approval_used']
const OF_BODIES: readonly Reason[] = ['payload_too_large', 'unsupported_media_type']

/** Reasons of every route of the gateway itself. */
const OF_KEY: readonly Reason[] = ['key_unknown', 'host_refused']
const OF_GATEWAY: readonly Reason[] = [
  'invalid_field_value',
  ...OF_KEY,
  'not_acceptable',
  'rate_limit_exceeded',
  'shutting_down',
  'unexpected'
]

/** The failures that the operation can return, by status. */
export function failuresOf(operation: Operation, method: string, components: Components): Node {
  const declared = declaredErrors(operation)
  return responses(failureStatuses(operation, method), status => {
    const own = declared.filter(error => error.status === status)
    return own.length > 0
      ? components.failure(status, own.map(({ reason, when }) => `${reason}: ${when}`).join('. '))
      : components.failure(status)
  })
}

export const failureStatuses = (operation: Operation, method: string): number[] => [
  ...REASON_NAMES.filter(reason => isCommon(reason) && canFail(operation, method, reason)).map(statusOf),
  ...declaredErrors(operation).map(error => error.status)
]

function canFail(operation: Operation, method: string, reason: Reason): boolean {
  if (reason === 'method_not_allowed') return false
  if (reason === 'range_not_satisfiable') return streamSpec(operation.output)?.ranges ?? false
  if (reason === 'confirmation_required') return 'confirm' in inputOf(operation).properties
  if (OF_APPROVALS.includes(reason)) return acceptsApproval(operation)
  if (OF_IDEMPOTENCY.includes(reason)) return acceptsIdempotencyKey(operation)
  if (OF_BODIES.includes(reason)) return method !== 'GET'
  return hasInstances(operation) || !OF_INSTANCES.includes(reason)
}

/** The failures that a route of the gateway itself can return, by status. */
export const gatewayFailures = (route: GatewayRoute, components: Components): Node =>
  responses(gatewayStatuses(route), status => components.failure(status))

export function gatewayStatuses({ method, simple, errors }: GatewayRoute): number[] {
  const ofBody = method === 'GET' ? [] : OF_BODIES
  return [...(simple ? OF_KEY : [...OF_GATEWAY, ...ofBody]), ...errors].map(statusOf)
}

function responses(statuses: readonly number[], response: (status: number) => Node): Node {
  return Object.fromEntries([...new Set(statuses)].map(status => [String(status), response(status)]))
}
