import type { FastifyRequest } from 'fastify'
import type { OperationError, Reason } from '../../contract/errors.ts'

/** Somebody may be trying the door. */
const ALARMING: ReadonlySet<Reason> = new Set<Reason>(['key_missing', 'key_unknown', 'key_expired', 'host_refused'])

/** Mistakes of callers that no operation hears of. */
const COMMON: ReadonlySet<Reason> = new Set<Reason>([
  'route_not_found',
  'operation_not_found',
  'method_not_allowed',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'shutting_down',
  'client_closed'
])

/** Logs what is refused before the door, which logs the rest. Never the key, nor the query, which may hold one. */
export function noteRefusal({ log, method, url, ip }: FastifyRequest, { reason, code }: OperationError): void {
  const level = ALARMING.has(reason) ? 'warn' : COMMON.has(reason) ? 'debug' : undefined
  if (level) log[level]({ reason, code, remote_address: ip, method, path: url.split('?')[0] }, 'Request refused')
}
