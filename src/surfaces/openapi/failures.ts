import { declaredErrors } from '../../contract/describe.ts'
import { isCommon, REASON_NAMES, type Reason, statusOf } from '../../contract/errors.ts'
import type { GatewayRoute } from '../../contract/gateway-route.ts'
import type { Operation } from '../../contract/operation.ts'
import { hasInstances, inputOf, takesKey } from '../../contract/reserved.ts'
import type { Components, Node } from './components.ts'

/** Only a call of a system with instances can meet these. */
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
const OF_KEYS: readonly Reason[] = [
  'idempotency_key_reused',
  'idempotency_in_flight',
  'idempotency_outcome_unknown',
  'idempotency_answer_not_kept'
]
const OF_BODIES: readonly Reason[] = ['payload_too_large', 'unsupported_media_type']

/** What a route of the gateway can answer, whatever it is asked. */
const OF_GATEWAY: readonly Reason[] = [
  'invalid_field_value',
  'key_unknown',
  'host_refused',
  'not_acceptable',
  'rate_limit_exceeded',
  'shutting_down',
  'unexpected'
]

/** Every failure an operation can answer with, status by status; none that its route cannot meet. */
export function failuresOf(operation: Operation, method: string, components: Components): Node {
  const declared = declaredErrors(operation)
  const statuses = [...REASON_NAMES.filter(reason => isCommon(reason) && canMeet(operation, method, reason)).map(statusOf)]
  return responses([...statuses, ...declared.map(error => error.status)], status => {
    const own = declared.filter(error => error.status === status)
    return own.length > 0
      ? components.failure(status, own.map(({ reason, when }) => `${reason}: ${when}`).join(' '))
      : components.failure(status)
  })
}

function canMeet(operation: Operation, method: string, reason: Reason): boolean {
  if (reason === 'method_not_allowed') return false
  if (reason === 'confirmation_required') return 'confirm' in inputOf(operation).properties
  if (OF_KEYS.includes(reason)) return takesKey(operation)
  if (OF_BODIES.includes(reason)) return method !== 'GET'
  return hasInstances(operation) || !OF_INSTANCES.includes(reason)
}

export function gatewayFailures(route: GatewayRoute, components: Components): Node {
  const bodies = route.method === 'GET' ? [] : OF_BODIES
  return responses([...OF_GATEWAY, ...bodies, ...route.errors].map(statusOf), status => components.failure(status))
}

function responses(statuses: readonly number[], response: (status: number) => Node): Node {
  return Object.fromEntries([...new Set(statuses)].map(status => [String(status), response(status)]))
}
