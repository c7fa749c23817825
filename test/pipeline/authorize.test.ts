import t from 'tap'
import { Type } from 'typebox'
import type { PolicyDecision, PolicyQuery } from '../../src/pipeline/ports.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation, post } from '../helpers/fake-tool.ts'

const properties = { name: Type.String({ description: 'Name' }) }
const question = { name: 'x' }
const policyOf = (verdict: PolicyDecision) => ({ ports: { policy: () => verdict } })

t.test('a call that the policy allows is executed', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('saw', properties)], ...policyOf({ decision: 'allow' }) })
  t.equal((await post(app, '/v1/workshop/saw', question)).statusCode, 200)
})

t.test('the policy gets the operation, the caller, the permission of this input, and its cost', async t => {
  const asked: PolicyQuery[] = []
  const policy = (question: PolicyQuery): PolicyDecision => {
    asked.push(question)
    return { decision: 'allow' }
  }
  const permission = { maximum: 'destructive', of: (input: Record<string, unknown>) => (input['name'] === 'x' ? 'read' : 'write') } as const
  const saw = fakeOperation('saw', properties, undefined, { permission, costly: 'A cent a call.', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw], ports: { policy } })
  await post(app, '/v1/workshop/saw', { name: 'x' })
  await post(app, '/v1/workshop/saw', { name: 'y', dry_run: true })
  const unread = { operation: saw, caller: { id: 'local' }, permission: 'read', costly: false }
  const [first, second] = [asked.slice(0, 3), asked.slice(3)]
  t.match(
    first,
    [unread, unread, { operation: saw, permission: 'read', costly: true }],
    'twice before the input is read: by surface and pipeline'
  )
  t.match(second, [unread, unread, { operation: saw, permission: 'write', costly: false }])
})

t.test('a key without the scope is refused with the missing scope, and nothing runs', async t => {
  let ran = false
  const saw = fakeOperation('saw', properties, () => {
    ran = true
    return {}
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'forbid', required_scope: 'workshop:read' }) })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 403)
  t.match(answer.json().error, {
    code: 'PERMISSION_ERROR',
    message: /workshop_saw.*workshop:read/,
    details: {
      reason: 'insufficient_permissions',
      source: 'gateway',
      outcome: 'not_executed',
      required_scope: 'workshop:read',
      suggestions: [/workshop:read/]
    }
  })
  t.equal(ran, false)
})

t.test('a call that the policy denies is refused with the rule', async t => {
  const saw = fakeOperation('saw', properties, undefined, { permission: 'destructive' })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'deny', rule: 'no destructive calls on Sundays' }) })
  const answer = await post(app, '/v1/workshop/saw', { ...question, confirm: true })
  t.equal(answer.statusCode, 403)
  t.match(answer.json().error, {
    code: 'PERMISSION_ERROR',
    message: /denies workshop_saw: no destructive calls on Sundays/,
    details: { reason: 'denied_by_policy', suggestions: [String] }
  })
})

t.test('a call that needs confirmation returns what it would do', async t => {
  const saw = fakeOperation('saw', properties, undefined, {
    permission: 'write',
    message: ({ name }: { name: string }) => `Saw off ${name}`
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.match(answer.json().error, {
    code: 'CONFIRMATION_REQUIRED',
    message: /^Saw off x\..*confirm: true/,
    details: { reason: 'confirmation_required', would_do: 'Saw off x.', permission: 'write', outcome: 'not_executed', retryable: false }
  })
})

t.test('without a message, the preview is the summary with the short values', async t => {
  const saw = fakeOperation('saw', { ...properties, deep: Type.Optional(Type.Array(Type.String(), { description: 'Deep' })) }, undefined, {
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const { details } = (await post(app, '/v1/workshop/saw', { name: 'y'.repeat(200), deep: ['z'] })).json().error
  t.equal(details.would_do, `The saw of the tests (name: ${'y'.repeat(80)}…).`)
})

t.test('the preview of a call shows no secret', async t => {
  const saw = fakeOperation('saw', { ...properties, token: Type.String({ description: 'Token', 'x-secret': true }) }, undefined, {
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', { name: 'x', token: 'hunter2' })
  t.equal(answer.statusCode, 428)
  t.notMatch(answer.body, 'hunter2')
})

t.test('confirm: true executes the call, confirm: false does not', async t => {
  const { app } = await startApp(t, {
    definitions: [fakeOperation('saw', properties, undefined, { permission: 'write' })],
    ...policyOf({ decision: 'confirm' })
  })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 200)
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: false })).statusCode, 428)
})

t.test('a dry run needs no confirmation, and its handler gets dry_run', async t => {
  const saw = fakeOperation('saw', properties, undefined, { permission: 'destructive', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', { ...question, dry_run: true })
  t.equal(answer.statusCode, 200)
  t.strictSame(answer.json().data.seen, { name: 'x', dry_run: true })
  t.equal((await post(app, '/v1/workshop/saw', question)).statusCode, 428, 'dry_run: false is not a dry run')
})

t.test('a misspelled dry_run runs nothing', async t => {
  let ran = false
  const saw = fakeOperation('saw', properties, () => (ran = true), { permission: 'destructive', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw] })
  const answer = await post(app, '/v1/workshop/saw', { ...question, dryRun: true })
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error.details.issues, [{ path: 'dryRun', expected: 'did you mean dry_run?' }])
  t.equal(ran, false)
  t.equal((await byName(app, 'workshop_saw', { ...question, dryRun: true })).json().success, true, 'by name it is a spelling of dry_run')
})

t.test('dry_run is unknown to an operation without it', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('saw', properties, undefined, { permission: 'write' })] })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, dry_run: true })).statusCode, 400)
})

t.test('a read that costs nothing has no property confirm', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('saw', properties)] })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 400)
})

t.test('a costly read can be confirmed, and is refused with the estimate until it is', async t => {
  const saw = fakeOperation('saw', properties, undefined, { costly: 'About 3 cents a page.' })
  const { app } = await startApp(t, { definitions: [saw], ports: { policy: ({ costly }) => ({ decision: costly ? 'confirm' : 'allow' }) } })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.equal(answer.json().error.details.estimate, 'About 3 cents a page.')
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 200)
})

t.test('invalid input is refused before a confirmation is requested', async t => {
  const { app } = await startApp(t, {
    definitions: [fakeOperation('saw', properties, undefined, { permission: 'write' })],
    ...policyOf({ decision: 'confirm' })
  })
  t.equal((await post(app, '/v1/workshop/saw', { name: 5 })).statusCode, 400)
})

t.test('a message function that fails neither admits the call nor fails it', async t => {
  const message = (): string => {
    throw new Error('no words')
  }
  const { app } = await startApp(t, {
    definitions: [fakeOperation('saw', properties, undefined, { permission: 'write', message })],
    ...policyOf({ decision: 'confirm' })
  })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.equal(answer.json().error.details.would_do, 'The saw of the tests (name: x).')
})
