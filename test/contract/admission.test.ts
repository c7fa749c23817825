import t from 'tap'
import { Type } from 'typebox'
import type { PolicyQuestion, Verdict } from '../../src/contract/ports.ts'
import { startApp } from '../helpers/app.ts'
import { byName, make, post } from '../helpers/workshop.ts'

const properties = { name: Type.String({ description: 'Name' }) }
const question = { name: 'x' }
const policyOf = (verdict: Verdict) => ({ ports: { policy: () => verdict } })

t.test('a call that the policy allows is made', async t => {
  const { app } = await startApp(t, { definitions: [make('saw', properties)], ...policyOf({ decision: 'allow' }) })
  t.equal((await post(app, '/v1/workshop/saw', question)).statusCode, 200)
})

t.test('the policy is asked about the operation, the caller, what this input needs, and what it costs', async t => {
  const asked: PolicyQuestion[] = []
  const policy = (question: PolicyQuestion): Verdict => {
    asked.push(question)
    return { decision: 'allow' }
  }
  const permission = { ceiling: 'destructive', of: (input: Record<string, unknown>) => (input['name'] === 'x' ? 'read' : 'write') } as const
  const saw = make('saw', properties, undefined, { permission, costly: 'A cent a call.', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw], ports: { policy } })
  await post(app, '/v1/workshop/saw', { name: 'x' })
  await post(app, '/v1/workshop/saw', { name: 'y', dry_run: true })
  t.match(asked, [
    { operation: saw, caller: { id: 'local' }, permission: 'read', costly: true },
    { operation: saw, caller: { id: 'local' }, permission: 'write', costly: false }
  ])
})

t.test('a key without the scope is refused with the scope it lacks, and nothing runs', async t => {
  let ran = false
  const saw = make('saw', properties, () => {
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
  const saw = make('saw', properties, undefined, { permission: 'destructive' })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'deny', rule: 'no destructive calls on Sundays' }) })
  const answer = await post(app, '/v1/workshop/saw', { ...question, confirm: true })
  t.equal(answer.statusCode, 403)
  t.match(answer.json().error, {
    code: 'PERMISSION_ERROR',
    message: /denies workshop_saw: no destructive calls on Sundays/,
    details: { reason: 'denied_by_policy', suggestions: [String] }
  })
})

t.test('a call that must be confirmed is answered with what it would do', async t => {
  const saw = make('saw', properties, undefined, { permission: 'write', message: ({ name }: { name: string }) => `Saw off ${name}` })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.match(answer.json().error, {
    code: 'CONFIRMATION_REQUIRED',
    message: /^Saw off x\..*confirm: true/,
    details: { reason: 'confirmation_required', would_do: 'Saw off x.', permission: 'write', outcome: 'not_executed', retryable: false }
  })
})

t.test('without words of its own, what it would do is the summary with the short values', async t => {
  const saw = make('saw', { ...properties, deep: Type.Optional(Type.Array(Type.String(), { description: 'Deep' })) }, undefined, {
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const { details } = (await post(app, '/v1/workshop/saw', { name: 'y'.repeat(200), deep: ['z'] })).json().error
  t.equal(details.would_do, `The saw of the tests (name: ${'y'.repeat(80)}…).`)
})

t.test('a secret is not shown in what a call would do', async t => {
  const saw = make('saw', { ...properties, token: Type.String({ description: 'Token', 'x-secret': true }) }, undefined, {
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', { name: 'x', token: 'hunter2' })
  t.equal(answer.statusCode, 428)
  t.notMatch(answer.body, 'hunter2')
})

t.test('confirm: true makes the call, confirm: false does not', async t => {
  const { app } = await startApp(t, {
    definitions: [make('saw', properties, undefined, { permission: 'write' })],
    ...policyOf({ decision: 'confirm' })
  })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 200)
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: false })).statusCode, 428)
})

t.test('a rehearsal needs no confirmation, and its handler is told', async t => {
  const saw = make('saw', properties, undefined, { permission: 'destructive', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw], ...policyOf({ decision: 'confirm' }) })
  const answer = await post(app, '/v1/workshop/saw', { ...question, dry_run: true })
  t.equal(answer.statusCode, 200)
  t.strictSame(answer.json().data.seen, { name: 'x', dry_run: true })
  t.equal((await post(app, '/v1/workshop/saw', question)).statusCode, 428, 'dry_run: false is no rehearsal')
})

t.test('a misspelt dry_run runs nothing', async t => {
  let ran = false
  const saw = make('saw', properties, () => (ran = true), { permission: 'destructive', dry_run: true })
  const { app } = await startApp(t, { definitions: [saw] })
  const answer = await post(app, '/v1/workshop/saw', { ...question, dryRun: true })
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error.details.issues, [{ path: 'dryRun', expected: 'did you mean dry_run?' }])
  t.equal(ran, false)
  t.equal((await byName(app, 'workshop_saw', { ...question, dryRun: true })).json().success, true, 'by name it is a spelling of dry_run')
})

t.test('dry_run is unknown to an operation that cannot rehearse', async t => {
  const { app } = await startApp(t, { definitions: [make('saw', properties, undefined, { permission: 'write' })] })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, dry_run: true })).statusCode, 400)
})

t.test('confirm is unknown to a read that costs nothing', async t => {
  const { app } = await startApp(t, { definitions: [make('saw', properties)] })
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 400)
})

t.test('a costly read can be confirmed, and is refused with the estimate until it is', async t => {
  const saw = make('saw', properties, undefined, { costly: 'About 3 cents a page.' })
  const { app } = await startApp(t, { definitions: [saw], ports: { policy: ({ costly }) => ({ decision: costly ? 'confirm' : 'allow' }) } })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.equal(answer.json().error.details.estimate, 'About 3 cents a page.')
  t.equal((await post(app, '/v1/workshop/saw', { ...question, confirm: true })).statusCode, 200)
})

t.test('a wrong input is refused before anybody is asked to confirm it', async t => {
  const { app } = await startApp(t, {
    definitions: [make('saw', properties, undefined, { permission: 'write' })],
    ...policyOf({ decision: 'confirm' })
  })
  t.equal((await post(app, '/v1/workshop/saw', { name: 5 })).statusCode, 400)
})

t.test('a message that cannot be made does not let the call through, nor fail it', async t => {
  const message = (): string => {
    throw new Error('no words')
  }
  const { app } = await startApp(t, {
    definitions: [make('saw', properties, undefined, { permission: 'write', message })],
    ...policyOf({ decision: 'confirm' })
  })
  const answer = await post(app, '/v1/workshop/saw', question)
  t.equal(answer.statusCode, 428)
  t.equal(answer.json().error.details.would_do, 'The saw of the tests (name: x).')
})
