import t from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import { buildServer } from '../../../../sandbox/llm/server.ts'
import type { BulkItem, Json } from '../../../../src/contract/bulk.ts'
import { adapterCall } from '../../../../src/jobs/engine/create-adapter-call.ts'
import adapter from '../../../../src/tools/memory/bulk/import-texts.ts'
import { unavailableJobs } from '../../../helpers/app.ts'
import { silentLog } from '../../../helpers/bulk.ts'
import { openBulkMemory } from '../../../helpers/memory-bulk.ts'
import { controlOf } from '../../../helpers/sandbox-control.ts'
import { adapterContract, type RequestKind } from '../../../jobs/adapter-contract.ts'

const TEXTS = ['Atlas uses Redis.', 'Ada leads Atlas.', 'Ada knows Grace.']
const NO_LIST = 'texts are part of the call and listed without a request'

adapterContract(t, {
  adapter,
  async open(t) {
    const server = buildServer()
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const testSystem = await openBulkMemory(t, {
      lines: [{ kind: 'object', name: 'Atlas' }],
      settings: { llm_base_url: `${address}/v1`, llm_model: 'sandbox' },
      spoil: async () => undefined
    })
    // A text is read in two requests: the first fails.
    const fail = (id: string, response: Parameters<typeof control.failNext>[1]) =>
      control.failNext({ body: TEXTS[Number(id.slice('text-'.length)) - 1] ?? 'none' }, response, 9)
    return {
      ...testSystem,
      requestLog: control,
      fail: {
        item: id => fail(id, { status: 400, body: { error: { message: 'no', type: 'invalid_request_error', code: null } } }),
        rate_limit: id => fail(id, { status: 429, body: { error: { message: 'slow down', type: 'tokens', code: 'rate_limit_exceeded' } } }),
        credential: id => fail(id, { status: 401, body: { error: { message: 'bad key', type: 'x', code: 'invalid_api_key' } } }),
        lost: id => fail(id, { cut: true, after: true })
      }
    }
  },
  classify,
  good: { texts: TEXTS.map(content => ({ content })) },
  nothing: { texts: [] },
  names: [],
  refused: [
    { input: { texts: [{ content: '  ' }] }, path: 'texts[0].content' },
    { input: { texts: [{ content: 'a' }, { content: '\ud800' }] }, path: 'texts[1].content' },
    { input: { texts: [{ content: 'a' }], max_tokens: 1 }, path: 'max_tokens' },
    { input: { texts: [{ content: 'a' }], ids: ['text-1'] }, path: 'ids' },
    { input: { texts: [{ content: 'a' }], reference_time: '2026-02-30' }, path: 'reference_time' },
    { input: { texts: Array.from({ length: 21 }, () => ({ content: 'a'.repeat(50_000) })) }, path: 'texts' }
  ],
  unknown_names: [],
  without: {
    'count sends no more requests than the listing': NO_LIST,
    'nextBatch never fetches all items at once': NO_LIST,
    "count throws the system's error if it fails": NO_LIST,
    'a failed count is reported on the job': NO_LIST,
    'a write whose response was lost is unknown and never sent again':
      'a request to the model changes nothing and can be repeated; facts are stored in one transaction'
  }
})

/** The request for the entities of a text stands for reading it; the one for its links follows. */
function classify({ body }: Received): RequestKind {
  const said = JSON.stringify(body)
  const place = TEXTS.findIndex(text => said.includes(text))
  return said.includes('extracted_edges') ? { kind: 'other' } : { kind: 'write', ids: [`text-${place + 1}`] }
}

t.test('a text that was read before is skipped, unless again is true', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { llm_base_url: `${address}/v1`, llm_model: 'sandbox' }
  const { graph, client } = await openBulkMemory(t, { lines: [], settings, spoil: async () => undefined })
  const { signal } = new AbortController()
  const read = async (again: boolean) => {
    const call = adapterCall({
      client,
      instance: null,
      caller: { id: 'a', scopes: ['*'] },
      jobs: unavailableJobs(),
      log: silentLog,
      signal
    })
    const { query, action } = await adapter.prepare({ texts: [{ content: 'Atlas uses Redis.' }], max_tokens: 500_000, again }, call)
    const { items } = await adapter.nextBatch(query, { size: 1, cursor: undefined, offset: 0 }, call, action)
    const results = await Array.fromAsync(adapter.executeBatch(items, action, call))
    return results.map(({ outcome }) => outcome)
  }
  t.strictSame(await read(false), ['succeeded'])
  await graph.write('deleteObject', { name: 'Redis', cascade: true, dry_run: false })
  t.strictSame(await read(false), ['skipped'])
  t.strictSame(await read(true), ['succeeded'])
  t.equal((await graph.read('getObject', { name: 'Redis', limit: 1 })).object.name, 'Redis')
})

t.test('once a job has used its tokens, no further text is read', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const control = controlOf(address)
  const settings = { llm_base_url: `${address}/v1`, llm_model: 'sandbox' }
  const { client } = await openBulkMemory(t, { lines: [], settings, spoil: async () => undefined })
  const { signal } = new AbortController()
  const call = adapterCall({ client, instance: null, caller: { id: 'a', scopes: ['*'] }, jobs: unavailableJobs(), log: silentLog, signal })
  const { query, action } = await adapter.prepare({ texts: TEXTS.map(content => ({ content })), max_tokens: 5000, again: false }, call)
  const { items } = await adapter.nextBatch(query, { size: 3, cursor: undefined, offset: 0 }, call, action)
  const message = {
    role: 'assistant',
    content: JSON.stringify({ extracted_entities: [{ name: 'Atlas', entity_type_id: 2, summary: null }] })
  }
  const usage = { prompt_tokens: 4000, completion_tokens: 1000, total_tokens: 5000 }
  const body = { id: 'x', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message }], usage }
  await control.failNext({ path: '/chat/completions' }, { status: 200, body })
  const results = await Array.fromAsync(adapter.executeBatch(items, action, call))
  t.strictSame(
    results.map(({ outcome }) => outcome),
    ['succeeded', 'failed', 'failed']
  )
  t.match(results[1]?.error, { message: /has used 5000 of its 5000 tokens/ })
  t.equal((await control.requests()).length, 1)
})

t.test('after a lost result, a text that this job read has succeeded, and one that was read before is known not to be sent', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { llm_base_url: `${address}/v1`, llm_model: 'sandbox' }
  const { client } = await openBulkMemory(t, { lines: [], settings, spoil: async () => undefined })
  const { signal } = new AbortController()
  const images = new Map<string, Json>()
  const call = {
    ...adapterCall({ client, instance: null, caller: { id: 'a', scopes: ['*'] }, jobs: unavailableJobs(), log: silentLog, signal }),
    keepBefore: async (id: string, before: Json) => void images.set(id, before)
  }
  const { action } = await adapter.prepare({ texts: TEXTS.map(content => ({ content })), max_tokens: 500_000, again: false }, call)
  const [first, second] = ['text-1', 'text-2'].map(id => ({ id, display_name: id }))
  if (!first || !second) throw new Error('there are no items')
  await Array.fromAsync(adapter.executeBatch([first], action, call))
  t.same([...images], [['text-1', {}]], 'stored before the model is called')
  const again = { ...first, again: true, before: {} }
  t.match(await Array.fromAsync(adapter.executeBatch([again], action, call)), [{ outcome: 'succeeded' }])
  const find = async (item: BulkItem) =>
    (await Array.fromAsync(adapter.reconcile?.([item], action, call) ?? [])).map(({ outcome }) => outcome)
  t.same(await find(again), ['succeeded'])
  t.same(await find(second), ['not_attempted'])
  t.same(await find(first), ['unknown'], 'without an image another job may have read it')
  t.ok(adapter.keeps_before?.(first, action))
})
