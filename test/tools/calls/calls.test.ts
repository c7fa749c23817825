import t from 'tap'
import { Type } from 'typebox'
import { OperationError } from '../../../src/contract/errors.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { callAs, endedCall, startRecord } from '../../helpers/record.ts'

const WHAT = {
  what: Type.Optional(Type.String({ description: 'What', maxLength: 99 })),
  password: Type.Optional(Type.String({ description: 'A secret', maxLength: 99, 'x-secret': true }))
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the record
const operationsOf = ({ data }: any): string[] => data.items.map(({ operation }: { operation: string }) => operation)

t.test('a key lists its own calls, a key that may read all lists all, with filters, in pages', async t => {
  const look = fakeOperation('look', WHAT)
  const fail = fakeOperation('fail', WHAT, () => {
    throw new OperationError('version_conflict', 'It has changed.')
  })
  const write = fakeOperation('write', WHAT, () => ({ seen: 1 }), { permission: 'write' })
  const { app } = await startRecord(t, [look, fail, write])
  await callAs(app, 'alice', 'workshop_look', { what: 'x' })
  await callAs(app, 'bob', 'workshop_fail')
  await callAs(app, 'bob', 'workshop_write')
  const list = (key: string, filter: object) => callAs(app, key, 'calls_list', filter)

  t.strictSame(operationsOf(await list('alice', {})), ['workshop_look'])
  t.strictSame(operationsOf(await list('alice', { principal: 'key:bob' })), [], 'of another key')
  t.strictSame(operationsOf(await list('bob', { system: 'workshop' })), ['workshop_write', 'workshop_fail'])
  const all = await list('all', { system: 'workshop' })
  t.strictSame(operationsOf(all), ['workshop_write', 'workshop_fail', 'workshop_look'])
  t.strictSame(operationsOf(await list('all', { principal: 'key:bob', outcome: 'failed' })), ['workshop_fail'])
  t.strictSame(operationsOf(await list('all', { reason: 'version_conflict' })), ['workshop_fail'])
  t.strictSame(operationsOf(await list('all', { operation: 'workshop_write', outcome: 'succeeded' })), ['workshop_write'])
  t.strictSame(operationsOf(await list('all', { text: 'has CHANGED' })), ['workshop_fail'], 'words in any case')
  t.strictSame(operationsOf(await list('all', { text: '100%_' })), [], 'wildcards are plain characters')
  t.strictSame(operationsOf(await list('all', { system: 'workshop', from: '2999-01-01T00:00:00Z' })), [])
  t.equal(operationsOf(await list('all', { system: 'workshop', to: '2999-01-01T00:00:00Z' })).length, 3)
  t.strictSame(operationsOf(await list('all', { system: 'calls', limit: 1 })), ['calls_list'], 'reads of the record are recorded, too')

  const first = await list('all', { system: 'workshop', limit: 2 })
  t.equal(operationsOf(first).length, 2)
  const second = await list('all', { system: 'workshop', limit: 2, cursor: first.data.next_cursor })
  t.match(second, { data: { items: [{ operation: 'workshop_look' }], next_cursor: null } })
  t.match(await list('all', { system: 'calls', cursor: first.data.next_cursor }), { error: { details: { reason: 'invalid_field_value' } } })

  const id = all.data.items[2].id
  t.match(await callAs(app, 'alice', 'calls_get', { id }), { data: { id, operation: 'workshop_look', decision: 'allow', attempts: [] } })
  t.match(
    await callAs(app, 'bob', 'calls_get', { id }),
    { error: { details: { reason: 'call_not_found' } } },
    'read_of_a_file of another key'
  )
  t.match(await callAs(app, 'all', 'calls_get', { id }), { data: { id } })
})

t.test('statistics count the calls that a key may see, per interval and by cause', async t => {
  const look = fakeOperation('look', WHAT)
  const fail = fakeOperation('fail', WHAT, () => {
    throw new OperationError('version_conflict', 'It has changed.')
  })
  const { app, record } = await startRecord(t, [look, fail])
  const minute = Date.parse('2026-03-01T10:00:00Z')
  const add = (operation: typeof look, at: number, reason?: string, key = 'alice'): string => {
    const [call, end] = endedCall(operation, 0)
    const error = reason === undefined ? {} : { error: { reason, message: 'No.' } }
    record.end({ ...call, at, context: { ...call.context, caller: { id: key, scopes: [] } } }, { ...end, ...error })
    return call.id
  }
  add(look, minute)
  add(look, minute + 59_999)
  add(fail, minute + 1, 'version_conflict')
  const single = add(fail, minute + 60_000, 'server_error')
  const latest = add(fail, minute + 180_000, 'version_conflict')
  add(fail, minute + 180_001, 'version_conflict', 'bob')
  const range = { system: 'workshop', from: '2026-03-01T10:00:00Z', to: '2026-03-01T11:00:00Z' }
  const counted = await callAs(app, 'alice', 'calls_get_statistics', range)
  t.strictSame(counted.data, {
    ...{ from: range.from, to: range.to, complete: true, all_keys: false, calls: 5, errors: 3, interval_seconds: 60 },
    intervals: [
      { at: '2026-03-01T10:00:00.000Z', calls: 3, errors: 1 },
      { at: '2026-03-01T10:01:00.000Z', calls: 1, errors: 1 },
      { at: '2026-03-01T10:03:00.000Z', calls: 1, errors: 1 }
    ],
    failures: [
      { operation: 'workshop_fail', reason: 'version_conflict', latest_at: '2026-03-01T10:03:00.000Z', latest_id: latest, calls: 2 },
      { operation: 'workshop_fail', reason: 'server_error', latest_at: '2026-03-01T10:01:00.000Z', latest_id: single, calls: 1 }
    ]
  })
  const all = (filter: object) => callAs(app, 'all', 'calls_get_statistics', { ...range, ...filter })
  t.match(await all({}), { data: { all_keys: true, calls: 6, errors: 4, failures: [{ calls: 3 }, { calls: 1 }] } })
  t.match(await all({ reason: 'server_error' }), { data: { calls: 1, failures: [{ reason: 'server_error' }] } })
  t.match(await all({ text: 'workshop_LOOK' }), { data: { calls: 2, errors: 0 } })
  t.match(await all({ from: '2026-02-28T11:00:00Z' }), { data: { calls: 6, interval_seconds: 900 } }, 'a day')
  t.match(await all({ from: '2025-03-01T11:00:00Z' }), { data: { calls: 6, interval_seconds: 86_400 } }, 'a year')
  t.match(await callAs(app, 'bob', 'calls_get_statistics', { ...range, principal: 'key:alice' }), { data: { calls: 0, intervals: [] } })
  await callAs(app, 'alice', 'workshop_fail')
  const { data } = await callAs(app, 'alice', 'calls_get_statistics')
  t.match(data, { calls: 2, errors: 1, interval_seconds: 60 }, 'the last hour; the first statistics are in it, too')
})

t.test('a call that was refused is recorded with the decision', async t => {
  const remove = fakeOperation('remove', WHAT, () => ({}), { permission: 'destructive' })
  const program = fakeOperation('program', WHAT, (_, call) => ({ seen: call.requirePermission('destructive') }), {
    permission: { maximum: 'destructive', of: () => 'read' }
  })
  const { app, access, record } = await startRecord(t, [remove, program])
  await callAs(app, 'all', 'workshop_remove', { unheard_of: 1 })
  await callAs(app, 'all', 'workshop_remove')
  await callAs(app, 'alice', 'workshop_remove')
  await callAs(app, 'all', 'workshop_program')
  await callAs(app, 'all', 'workshop_program', { confirm: true })
  access.policy.push({ permission: 'destructive', decision: 'deny' })
  await callAs(app, 'all', 'workshop_remove')
  const { items } = await record.calls.list({ id: 'all', scopes: ['*'] }, { limit: 6 })
  t.match(items, [
    { principal: 'key:all', outcome: 'failed', reason: 'denied_by_policy', decision: 'deny' },
    { operation: 'workshop_program', outcome: 'succeeded', permission: 'destructive', decision: 'confirm' },
    { operation: 'workshop_program', outcome: 'failed', reason: 'confirmation_required', decision: 'confirm' },
    { principal: 'key:alice', surface: 'by_name', outcome: 'failed', reason: 'insufficient_permissions', decision: 'forbid' },
    { principal: 'key:all', outcome: 'failed', reason: 'confirmation_required', decision: 'confirm' },
    { principal: 'key:all', outcome: 'failed', reason: 'unknown_field', decision: null, summary: [] }
  ])
})

t.test('an export has every matching call, as NDJSON or as OCSF in CloudEvents', async t => {
  const look = fakeOperation('look', WHAT)
  const { app, record } = await startRecord(t, [look])
  for (let count = 0; count < 1_201; count++) record.end(...endedCall(look, count))
  const get = async (query: string) => {
    const response = await app.inject({
      url: `/v1/calls/export?system=workshop${query}`,
      headers: { 'x-api-key': 'alice', accept: 'application/x-ndjson' }
    })
    return response.body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  }
  const rows = await get('')
  t.equal(new Set(rows.map(({ id }) => id)).size, 1_201)
  const [event] = await get('&format=ocsf')
  t.match(event, {
    specversion: '1.0',
    id: rows[0].id,
    type: 'toolgate.call.recorded',
    time: rows[0].at,
    data: {
      category_uid: 6,
      class_uid: 6003,
      activity_id: 2,
      type_uid: 600302,
      status_id: 1,
      severity_id: 1,
      time: Date.parse(rows[0].at),
      metadata: { version: '1.6.0', product: { name: 'Toolgate' } },
      actor: { user: { uid: 'key:alice' } },
      api: { operation: 'workshop_look', service: { name: 'workshop' } }
    }
  })
})

t.test('a replay is a new call with the same input, for the key that made it only, and is confirmed again', async t => {
  const done: unknown[] = []
  const remove = fakeOperation('remove', WHAT, input => ({ seen: done.push(input) }), { permission: 'write' })
  const { app, access, record, sql } = await startRecord(t, [remove], { bodies: true })
  const latest = async (key: string) => (await record.calls.list({ id: key, scopes: [] }, { system: 'workshop', limit: 1 })).items[0]
  t.match(await callAs(app, 'alice', 'workshop_remove', { what: 'x', idempotency_key: 'k' }), { success: true })
  const first = await latest('alice')
  t.match(first, { body_stored: true })
  const replay = (key: string, id = first?.id, confirm = false) => callAs(app, key, 'calls_replay', { id, confirm })

  t.match(await replay('bob'), { error: { details: { reason: 'call_not_found' } } })
  t.match(await replay('all'), { error: { details: { reason: 'call_not_found' } } }, 'also a key that may see all calls')
  t.match(await replay('alice'), { data: { operation: 'workshop_remove', status: 200 } }, 'write_of_a_file')
  t.equal(done.length, 2)
  t.match(done[1], { what: 'x' })
  const second = await latest('alice')
  t.match(second, { replay_of: first?.id, input_digest: first?.input_digest, replayed: false })
  t.not(second?.idempotency_key, first?.idempotency_key)

  access.limits = { concurrent_calls: 1 }
  t.match(await replay('alice'), { success: true }, 'counted once')
  const calls = [{ operation: 'calls_replay', arguments: { id: first?.id } }]
  const several = { method: 'POST', url: '/v1/operations', headers: { 'x-api-key': 'alice' }, payload: { calls } } as const
  t.match((await app.inject(several)).json(), { data: { results: [{ success: true }] } }, 'even if the call was counted by itself')
  access.limits = {}
  t.equal(done.splice(2).length, 2)

  access.policy.push({ system: 'workshop', permission: 'write', decision: 'confirm' })
  t.match(await replay('alice'), { error: { details: { reason: 'confirmation_required', outcome: 'not_executed' } } }, 'not confirmed')
  t.match(await replay('alice', first?.id, true), { success: true }, 'confirmed')
  access.policy.splice(0, 1, { system: 'workshop', permission: 'write', decision: 'deny' })
  t.match(await replay('alice', first?.id, true), { error: { details: { reason: 'denied_by_policy' } } })
  access.policy.splice(0)
  access.scopes = ['workshop:read']
  t.match(await replay('alice', first?.id, true), { error: { details: { reason: 'insufficient_permissions' } } }, 'a scope that was lost')
  access.scopes = ['workshop:write']
  t.equal(done.length, 3)

  await callAs(app, 'alice', 'workshop_remove', { what: 'x', password: 'p' })
  const secret = await latest('alice')
  t.match(secret, { body_stored: false })
  t.match(await replay('alice', secret?.id), { error: { code: 'CONFLICT_ERROR', details: { reason: 'body_not_stored' } } }, 'with a secret')
  await callAs(app, 'alice', 'workshop_remove', { passwort: 'p' })
  t.match(await latest('alice'), { reason: 'unknown_field', body_stored: false }, 'a secret under a misspelled name')
  await sql('delete from bodies')
  t.match(await replay('alice'), { error: { details: { reason: 'body_not_stored' } } }, 'no longer kept')
  t.equal(done.length, 4)
})

t.test('a call whose result must not be stored is not replayed, because the result of a replay may be', async t => {
  const issue = fakeOperation('issue', WHAT, () => ({ seen: 'a secret' }), { permission: 'write', transient: true })
  const write = fakeOperation('write', WHAT, () => ({ seen: 'done' }), { permission: 'write' })
  const { app, record, sql } = await startRecord(t, [issue, write], { bodies: true })
  const latest = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { system: 'workshop', limit: 1 })).items[0]
  await callAs(app, 'alice', 'workshop_issue', { what: 'x' })
  const recorded = await latest()
  t.match(recorded, { operation: 'workshop_issue', body_stored: false })
  const refused = { error: { details: { reason: 'body_not_stored' } } }
  t.match(await callAs(app, 'alice', 'calls_replay', { id: recorded?.id, idempotency_key: 'k' }), refused)
  await callAs(app, 'alice', 'workshop_write', { what: 'x' })
  const stored = await latest()
  t.match(stored, { body_stored: true })
  await sql("update calls set operation = 'workshop_issue' where operation = 'workshop_write'") // as if it had become transient since
  t.match(await callAs(app, 'alice', 'calls_replay', { id: stored?.id }), refused)
})

t.test('searches of one key wait for each other, and those of another key do not wait for them', async t => {
  const { app, record } = await startRecord(t, [fakeOperation('look', WHAT)])
  await callAs(app, 'bob', 'workshop_look', { what: 'x' })
  const ended: string[] = []
  const list = async (id: string) => {
    await record.calls.list({ id, scopes: [] }, { limit: 5, text: 'look' }).catch(error => ended.push(error.reason))
    ended.push(id)
  }
  await list('bob') // the latest calls are written
  const many = Array.from({ length: 60 }, () => list('alice'))
  await Promise.all([...many, list('bob')])
  t.ok(ended.filter(one => one === 'rate_limit_exceeded').length >= 30, 'most are refused')
  t.ok(ended.lastIndexOf('bob') < ended.lastIndexOf('alice'), 'the other key had its turn before them')
})
