import t from 'tap'
import { failedItem, waitReason } from '../../src/contract/bulk-outcomes.ts'
import { OperationError, REASON_NAMES, type Reason } from '../../src/contract/errors.ts'

const item = { id: 'i1', display_name: 'The first' }

/** Every other failure is the item's own. */
const NOT_THE_ITEM: ReadonlySet<Reason> = new Set([
  'authentication_failed',
  'token_expired',
  'key_missing',
  'key_unknown',
  'key_expired',
  'token_refused',
  'no_account',
  'reauthentication_needed',
  'instance_not_found',
  'approval_required',
  'issuer_unavailable',
  'rate_limit_exceeded',
  'configuration_missing',
  'configuration_invalid',
  'network_timeout',
  'deadline_exceeded',
  'connection_failed',
  'circuit_open',
  'server_error',
  'redis_unavailable',
  'calls_under_way',
  'machine_busy',
  'busy',
  'storage_full',
  'shutting_down',
  'client_closed',
  'unexpected'
])

t.test("an item's own failure is its result; any other failure is thrown", async t => {
  for (const reason of REASON_NAMES) {
    const error = new OperationError(reason, `because of ${reason}`)
    if (NOT_THE_ITEM.has(reason)) t.throws(() => failedItem(item, error), error, reason)
    else t.match(failedItem(item, error), { item_id: 'i1', outcome: 'failed', error: { code: error.code, reason, message: error.message } })
  }
})

t.test('a defect is not a failure of the item, and is thrown unchanged', async t => {
  const defect = new TypeError('x is not a function')
  t.throws(() => failedItem(item, defect), defect)
})

t.test('a quota is a longer wait than a rate limit', async t => {
  t.equal(waitReason(new OperationError('rate_limit_exceeded', 'm')), 'rate_limit')
  t.equal(waitReason(new OperationError('rate_limit_exceeded', 'm', { quota: true })), 'quota')
})

t.test('a refusal belongs to the item, unless the system reports that it belongs to the credential', async t => {
  t.equal(waitReason(new OperationError('insufficient_permissions', 'm')), undefined)
  t.equal(waitReason(new OperationError('insufficient_permissions', 'm', { of_credential: true })), 'auth')
})

t.test('an item that may be executed is unknown, not failed, so that it is not retried by default', async t => {
  for (const outcome of ['unknown', 'executed'] as const)
    t.match(failedItem(item, new OperationError('version_conflict', 'Half of it', { outcome })), { outcome: 'unknown' })
  t.match(failedItem(item, new OperationError('version_conflict', 'None of it', { outcome: 'not_executed' })), { outcome: 'failed' })
})
