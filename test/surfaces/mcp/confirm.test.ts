import type { ElicitResult } from '@modelcontextprotocol/client'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { createPorts } from '../../../src/server/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { openCounter } from '../../helpers/idempotency.ts'
import { connect, ERAS, rpc } from '../../helpers/mcp.ts'

const erased: unknown[] = []
const name = Type.String({ description: 'What' })
const definitions = [
  fakeOperation(
    'erase',
    { name },
    ({ name }) => {
      erased.push(name)
      return { seen: name }
    },
    { permission: 'destructive', message: ({ name }) => `Erase ${name}` }
  )
]
const ports = createPorts({ policy: () => [] })
const { app } = await startApp(t, { definitions, ports })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const CALL = { name: 'workshop_erase', arguments: { name: 'the attic' } }
t.beforeEach(() => {
  erased.length = 0
})

/** A client whose user gives this answer. */
async function connectWith(t: Test, answer: ElicitResult) {
  const client = await connect(t, url, { capabilities: { elicitation: { form: {} } } })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return answer
  })
  return { client, asked }
}

t.test('the user of the client is asked, and yes executes the call', async t => {
  const { client, asked } = await connectWith(t, { action: 'accept', content: { confirm: true } })
  t.match((await client.callTool(CALL)).structuredContent, { seen: 'the attic' })
  t.strictSame(asked, ['Erase the attic.'])
  t.strictSame(erased, ['the attic'])
})

for (const answer of [{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: { confirm: false } }] as const) {
  t.test(`${JSON.stringify(answer)} changes nothing`, async t => {
    const { client, asked } = await connectWith(t, answer)
    const { isError, structuredContent } = await client.callTool(CALL)
    t.equal(isError, true)
    t.match(structuredContent, { error: { code: 'CONFIRMATION_REQUIRED', details: { declined: true, outcome: 'not_executed' } } })
    t.equal(asked.length, 1, 'asked once')
    t.strictSame(erased, [])
  })
}

for (const era of ERAS) {
  t.test(`with a client of ${era} that cannot ask, the model learns what to send`, async t => {
    const client = await connect(t, url, { era })
    const { isError, content } = await client.callTool(CALL)
    t.equal(isError, true)
    t.match(content, [{ type: 'text', text: /Erase the attic.*repeat the call with confirm: true/s }])
    t.strictSame(erased, [])
    const again = await client.callTool({ ...CALL, arguments: { ...CALL.arguments, confirm: true } })
    t.match(again.structuredContent, { seen: 'the attic' })
  })
}

/** A round of the protocol by hand, as a manipulated client would send it. */
const round = (params: Record<string, unknown>) => rpc(url, 'tools/call', params, { capabilities: { elicitation: { form: {} } } })

const YES = { confirm: { action: 'accept', content: { confirm: true } } }

t.test('a yes counts only for the call that was asked about', async t => {
  const { result } = await round(CALL)
  t.match(result, { resultType: 'input_required', inputRequests: { confirm: { method: 'elicitation/create' } }, requestState: String })
  const other = await round({ name: CALL.name, arguments: { name: 'the fixture' }, requestState: result.requestState, inputResponses: YES })
  t.match(other.result, { isError: true })
  t.strictSame(erased, [])
})

t.test('a question cannot be forged', async t => {
  const { result } = await round(CALL)
  const forged = `${String(result.requestState).slice(0, -4)}AAAA`
  t.match(await round({ ...CALL, requestState: forged, inputResponses: YES }), { error: { code: -32602 } })
  t.match((await round({ ...CALL, inputResponses: YES })).result, { resultType: 'input_required' }, 'an answer without a question')
  t.strictSame(erased, [])
})

/** A gateway with keys and idempotency; every key is a caller. */
const keyed = (await openCounter(t, definitions, { ports: { policy: ports.policy } })).app
const keyedUrl = await keyed.listen({ port: 0, host: '127.0.0.1' })
const as = (key: string, params: Record<string, unknown>) =>
  rpc(keyedUrl, 'tools/call', params, { capabilities: { elicitation: { form: {} } }, key })

t.test('a yes that is sent again after a lost response executes the call once', async t => {
  const { requestState } = (await as('alice', CALL)).result
  const yes = { ...CALL, requestState, inputResponses: YES }
  t.match((await as('alice', yes)).result, { structuredContent: { seen: 'the attic' } })
  t.match((await as('alice', yes)).result, { structuredContent: { seen: 'the attic' } })
  t.strictSame(erased, ['the attic'])
})

t.test('a yes counts only for the key that was asked', async t => {
  const { requestState } = (await as('alice', CALL)).result
  t.match(await as('bob', { ...CALL, requestState, inputResponses: YES }), { error: { code: -32602 } })
  t.strictSame(erased, [])
  t.match((await as('alice', { ...CALL, requestState, inputResponses: YES })).result, { structuredContent: { seen: 'the attic' } })
})
