import t from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import archiveCards from '../../../src/tools/trello/bulk/archive-cards.ts'
import assignMember from '../../../src/tools/trello/bulk/assign-member.ts'
import commentCards from '../../../src/tools/trello/bulk/comment-cards.ts'
import createCards from '../../../src/tools/trello/bulk/create-cards.ts'
import deleteCards from '../../../src/tools/trello/bulk/delete-cards.ts'
import labelCards from '../../../src/tools/trello/bulk/label-cards.ts'
import moveCards from '../../../src/tools/trello/bulk/move-cards.ts'
import setDue from '../../../src/tools/trello/bulk/set-due.ts'
import unlabelCards from '../../../src/tools/trello/bulk/unlabel-cards.ts'
import { goodInput, openTrello } from '../../helpers/trello.ts'
import { LATER, openJobs } from '../../helpers/trello-bulk.ts'
import { installCheckers } from '../install.ts'
import { noDescription, operationFor, readDescription } from './description.ts'

/** Each action that can be undone, on three cards. */
const JOBS = [
  [archiveCards, {}],
  [labelCards, { add_label: 'Urgent' }],
  [unlabelCards, { remove_label: 'Later' }],
  [assignMember, { assign: 'me' }],
  [setDue, { due: '2026-05-01T10:00:00Z' }],
  [moveCards, { to_list: 'Done' }],
  [moveCards, { to_board: 'Support', to_list: 'Inbox' }],
  [commentCards, { text: 'Is this still wanted?' }]
] as const

await installCheckers()
const { default: Ajv } = await import('ajv')

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false })
const known = new Map<string, unknown>()

/** Returns whether a value matches a schema. Equal schemas are compiled once. */
function fits(schema: object, value: unknown): boolean {
  const text = JSON.stringify(schema)
  if (!known.has(text)) known.set(text, schema)
  return ajv.validate(known.get(text), value)
}

/** Returns how a request differs from the API description; empty if it conforms. */
function judge(description: ReturnType<typeof readDescription>, { method, path, query, body }: Received): string[] {
  const what = `${method} ${path}`
  const operation = operationFor(description, method, path.replace(/^\/1/, ''))
  if (!operation) return [`${what} is not described`]
  const declared = operation.parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name)
  const strange = [...new URLSearchParams(query).keys()].filter(name => !declared.includes(name))
  const schema = operation.requestBody?.content['application/json'].schema
  // A form with a file is not recorded. test/tools/trello/custom-fields.test.ts reads the file back.
  const isForm = method === 'POST' && body === null && path.endsWith('/attachments')
  const wrong = schema && !isForm && !fits({ ...schema, components: description.components }, body) ? [`${what}: ${ajv.errorsText()}`] : []
  const uncalled = !schema && body !== null ? [`${what} accepts no body`] : []
  return [...strange.map(name => `${what} has no parameter ${name}`), ...wrong, ...uncalled]
}

t.test('every request of the client conforms to the API description', { skip: noDescription }, async t => {
  const description = readDescription()
  const { operations, call, requests } = await openTrello(t)
  for (const operation of operations) {
    for (const { input } of operation.examples.filter(example => 'output' in example)) {
      const { status } = await call(operation.name, { ...input, ...(operation.permission !== 'read' && { confirm: true }) })
      t.ok(status < 300, `${operation.name} ${status}`)
    }
  }
  const seen = await requests()
  t.ok(seen.length > operations.length)
  t.strictSame([...new Set(seen.flatMap(request => judge(description, request)))], [])
})

t.test('every request of a job, its undo and its reconciliation conforms to the API description', { skip: noDescription }, async t => {
  const description = readDescription()
  const { preview, run, undo, requests, failNext } = await openJobs(t, [
    ...new Set(JOBS.map(([adapter]) => adapter)),
    createCards,
    deleteCards
  ])
  for (const [adapter, action] of JOBS) {
    const job = await run(await preview(adapter, { ...LATER, ...action }))
    t.match(job, { status: 'completed', progress: { failed: 0, unknown: 0 } }, adapter.name)
    t.match(await undo(job), { status: 'completed', progress: { failed: 0, unknown: 0 } }, `${adapter.name}, undone`)
  }
  for (const [adapter, path, input] of [
    [commentCards, '/actions/comments', { ...LATER, text: 'Lost?' }],
    [createCards, '/cards', { board: 'Playground', list: 'To do', cards: [{ name: 'Lost?', labels: ['Later'], members: ['me'] }] }]
  ] as const) {
    await failNext({ method: 'POST', path }, { cut: true, after: true })
    const job = await run(await preview(adapter, input))
    t.match(job, { progress: { unknown: 0, failed: 0, skipped: 0, not_attempted: 0 } }, `${adapter.name} that reconciles`)
    await undo(job)
  }
  t.match(await run(await preview(deleteCards, LATER)), { progress: { succeeded: 3 } })
  const seen = await requests()
  for (const pattern of [/^DELETE .*actions/, /^GET .*actions/, /^DELETE .*idMembers/, /^PUT /])
    t.ok(
      seen.some(({ method, path }) => pattern.test(`${method} ${path}`)),
      String(pattern)
    )
  t.strictSame([...new Set(seen.flatMap(request => judge(description, request)))], [])
})

t.test('a request that Trello does not describe is detected', { skip: noDescription }, async t => {
  const description = readDescription()
  const request = {
    number: 1,
    method: 'PUT',
    path: '/1/cards/0123456789abcdef01234567',
    query: '',
    body: { name: 'x' },
    status: 200,
    done: true,
    fault: false
  }
  t.strictSame(judge(description, request), [])
  t.match(judge(description, { ...request, body: { title: 'x' } }), [/additional/])
  t.match(judge(description, { ...request, path: '/1/card/0123456789abcdef01234567' }), [/is not described/])
  t.match(judge(description, { ...request, query: 'token=x' }), [/has no parameter token/])
  t.match(judge(description, { ...request, method: 'POST', path: '/1/lists', body: { name: 'x' } }), [
    /must have required property 'idBoard'/
  ])
})

t.test('the responses of the sandbox conform to the API description', { skip: noDescription }, async t => {
  const description = readDescription()
  const { address, operations, call, requests } = await openTrello(t)
  for (const operation of operations) if (operation.permission === 'read') await call(operation.name, goodInput(operation))
  const components = recordedOtherwise(description.components)
  for (const { path, query } of (await requests()).filter(request => !request.path.includes('/download/'))) {
    const operation = operationFor(description, 'GET', path.replace(/^\/1/, ''))
    const schema = operation?.responses[200]?.content?.['application/json']?.schema
    const answer = await fetch(`${address}${path}?${query}`, { headers: { authorization: AUTHORIZATION } })
    t.ok(fits({ ...recordedOtherwise(schema), components }, await answer.json()), `${path}: ${ajv.errorsText()}`)
  }
})

const AUTHORIZATION = 'OAuth oauth_consumer_key="sandbox-key", oauth_token="sandbox-token"'

/** Properties whose recorded type or values differ from the API description. They are compared with the recordings. */
const RECORDED = [
  'descData',
  'labels',
  'idLabels',
  'idChecklists',
  'memberships',
  'powerUps',
  'idOrganization',
  'limits',
  'mimeType',
  'edgeColor',
  'bytes',
  'color',
  'avatarHash',
  'avatarUrl',
  'idMemberReferrer',
  'permissionLevel',
  'background'
]

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function recordedOtherwise(node: any): any {
  if (Array.isArray(node)) return node.map(recordedOtherwise)
  if (typeof node !== 'object' || node === null) return node
  const { properties, ...rest } = node
  const kept = properties && Object.fromEntries(Object.entries(properties).filter(([name]) => !RECORDED.includes(name)))
  return Object.fromEntries(
    Object.entries({ ...rest, ...(kept && { properties: kept }) }).map(([name, value]) => [name, recordedOtherwise(value)])
  )
}
