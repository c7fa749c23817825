import t from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import { buildServer } from '../../../../sandbox/llm/server.ts'
import { adapterCall } from '../../../../src/bulk/call.ts'
import adapter from '../../../../src/tools/memory/bulk/import-texts.ts'
import { type About, adapterContract } from '../../../bulk/adapter-contract.ts'
import { awayJobs } from '../../../helpers/app.ts'
import { quiet } from '../../../helpers/bulk.ts'
import { openBulkMemory } from '../../../helpers/memory-bulk.ts'
import { controlOf } from '../../../helpers/stand-in.ts'

const TEXTS = ['Atlas uses Redis.', 'Ada leads Atlas.', 'Ada knows Grace.']
const NO_LIST = 'the texts come with the call, and are listed without asking anybody'

adapterContract(t, {
  adapter,
  async open(t) {
    const server = buildServer()
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const bench = await openBulkMemory(t, {
      lines: [{ kind: 'object', name: 'Atlas' }],
      settings: { llm_base_url: `${address}/v1`, llm_model: 'sandbox' },
      spoil: async () => undefined
    })
    // A text is read in two requests: the first fails.
    const fail = (id: string, answer: Parameters<typeof control.failNext>[1]) =>
      control.failNext({ body: TEXTS[Number(id.slice('text-'.length)) - 1] ?? 'none' }, answer, 9)
    return {
      ...bench,
      ledger: control,
      fail: {
        item: id => fail(id, { status: 400, body: { error: { message: 'no', type: 'invalid_request_error', code: null } } }),
        rate_limit: id => fail(id, { status: 429, body: { error: { message: 'slow down', type: 'tokens', code: 'rate_limit_exceeded' } } }),
        credential: id => fail(id, { status: 401, body: { error: { message: 'bad key', type: 'x', code: 'invalid_api_key' } } }),
        lost: id => fail(id, { cut: true, after: true })
      }
    }
  },
  about,
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
    'count takes no more requests than the listing': NO_LIST,
    'nextBatch never fetches all items at once': NO_LIST,
    'count throws what the system says when it fails': NO_LIST,
    'a count that fails is told on the job': NO_LIST,
    'a write whose answer was lost is unknown, and never sent again':
      'a request to the model changes nothing, so that what it lost may be asked again; what is kept is kept by one transaction'
  }
})

/** The request for the things in a text stands for reading it; that for its links follows. */
function about({ body }: Received): About {
  const said = JSON.stringify(body)
  const place = TEXTS.findIndex(text => said.includes(text))
  return said.includes('extracted_edges') ? { kind: 'other' } : { kind: 'write', ids: [`text-${place + 1}`] }
}

t.test('a text that was read before is skipped, unless it is to be read again', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { llm_base_url: `${address}/v1`, llm_model: 'sandbox' }
  const { graph, client } = await openBulkMemory(t, { lines: [], settings, spoil: async () => undefined })
  const { signal } = new AbortController()
  const read = async (again: boolean) => {
    const call = adapterCall({ client, instance: null, caller: { id: 'a', scopes: ['*'] }, jobs: awayJobs(), log: quiet, signal })
    const { query, action } = await adapter.prepare({ texts: [{ content: 'Atlas uses Redis.' }], max_tokens: 500_000, again }, call)
    const { items } = await adapter.nextBatch(query, { size: 1, cursor: undefined, offset: 0 }, call)
    const results = await Array.fromAsync(adapter.executeBatch(items, action, call))
    return results.map(({ outcome }) => outcome)
  }
  t.strictSame(await read(false), ['succeeded'])
  await graph.write('deleteObject', { name: 'Redis', cascade: true, dry_run: false })
  t.strictSame(await read(false), ['skipped'])
  t.strictSame(await read(true), ['succeeded'])
  t.equal((await graph.read('getObject', { name: 'Redis', limit: 1 })).object.name, 'Redis')
})

t.test('once a job has taken its tokens, no further text is read', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const control = controlOf(address)
  const settings = { llm_base_url: `${address}/v1`, llm_model: 'sandbox' }
  const { client } = await openBulkMemory(t, { lines: [], settings, spoil: async () => undefined })
  const { signal } = new AbortController()
  const call = adapterCall({ client, instance: null, caller: { id: 'a', scopes: ['*'] }, jobs: awayJobs(), log: quiet, signal })
  const { query, action } = await adapter.prepare({ texts: TEXTS.map(content => ({ content })), max_tokens: 5000, again: false }, call)
  const { items } = await adapter.nextBatch(query, { size: 3, cursor: undefined, offset: 0 }, call)
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
  t.match(results[1]?.error, { message: /has taken 5000 of its 5000 tokens/ })
  t.equal((await control.requests()).length, 1)
})
