import type { CallRecord } from '../../contract/record.ts'

const VERSION = '1.6.0'
/** https://schema.ocsf.io/1.6.0/classes/api_activity */
const API_ACTIVITY = { category_uid: 6, class_uid: 6003 }

/** Create, Read, Update, Delete, Other. A permission does not show whether a write creates or updates. */
const ACTIVITY: Readonly<Record<CallRecord['permission'], number>> = { read: 2, write: 99, destructive: 4 }
const STATUS: Readonly<Record<CallRecord['outcome'], number>> = { succeeded: 1, failed: 2, executed: 2, unknown: 0 }

/** Returns the call as a CloudEvent (1.0) with an OCSF API Activity. */
export function toOcsf(call: CallRecord): object {
  const { id, at, permission, outcome, reason, message, duration_ms, principal, operation, system, request_id, surface, trace_id } = call
  const activity_id = ACTIVITY[permission]
  return {
    specversion: '1.0',
    id,
    source: '/toolgate/calls',
    type: 'toolgate.call.recorded',
    time: at,
    subject: operation,
    datacontenttype: 'application/json',
    data: {
      ...API_ACTIVITY,
      activity_id,
      ...(activity_id === 99 && { activity_name: 'Write' }),
      type_uid: API_ACTIVITY.class_uid * 100 + activity_id,
      severity_id: 1,
      time: Date.parse(at),
      ...(duration_ms !== null && { duration: Math.round(duration_ms) }),
      status_id: STATUS[outcome],
      status_detail: outcome,
      ...(message !== null && { message }),
      metadata: {
        version: VERSION,
        uid: id,
        correlation_uid: trace_id ?? request_id,
        product: { name: 'Toolgate', vendor_name: 'Toolgate' }
      },
      actor: { user: { uid: principal } },
      api: {
        operation,
        service: { name: system },
        request: { uid: request_id },
        ...(reason !== null && { response: { error: reason } })
      },
      src_endpoint: { name: surface },
      unmapped: call
    }
  }
}
