import t, { type Test } from 'tap'
import { buildServer } from '../../../sandbox/llm/server.ts'
import type { Circuit } from '../../../src/contract/runtime.ts'
import { embedQuery } from '../../../src/tools/memory/client/embed-query.ts'
import { createEmbedder } from '../../../src/tools/memory/embed/endpoint.ts'
import { encodeVector } from '../../../src/tools/memory/embed/vectors.ts'
import type { QueryVector } from '../../../src/tools/memory/graph/vectors.ts'
import { openMemory } from '../../helpers/memory.ts'
import { onEveryDatabase } from '../../helpers/memory-graph.ts'
import { newDatabase, noPostgres } from '../../helpers/postgres.ts'
import { controlOf } from '../../helpers/sandbox-control.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const server = buildServer()
const address = await server.listen({ host: '127.0.0.1', port: 0 })
t.teardown(() => server.close())
const { requests, clear, failNext, release } = controlOf(address)
const KEY = 'sk-embeddings-key'
const SETTINGS = { embeddings_base_url: `${address}/v1`, embeddings_api_key: KEY, embeddings_model: 'sandbox-embedder' }

const ENVIRONMENT = {
  EMBEDDINGS_BASE_URL: SETTINGS.embeddings_base_url,
  EMBEDDINGS_API_KEY: KEY,
  EMBEDDINGS_MODEL: SETTINGS.embeddings_model
}

const CLOSED: Circuit = { system: 'memory', instance: 'default', enter: () => () => undefined, state: async () => 'closed' }

const UNUSED = {
  circuit(): never {
    throw new Error('no request is sent')
  }
}

const FACTS = [
  'Ada parked her red sedan near the river',
  'Tim plays chess on Fridays',
  'Grace collects old maps',
  'Ben bakes bread every morning',
  'Lea studies botany in Graz',
  'Max repairs wooden boats',
  'Ivy paints birds with ink',
  'Sam writes songs for children'
]

const LINES = FACTS.map(fact => ({ kind: 'link', from: fact.split(' ')[0], relation: 'did', to: fact.split(' ').at(-1), fact }))

const asText = (lines: object[]): string => lines.map(line => JSON.stringify(line)).join('\n')

async function open(t: Test, options: Parameters<typeof openMemory>[1] = { sandbox: { memory: SETTINGS } }) {
  await clear()
  const desk = await openMemory(t, options)
  await desk.call('import', { lines: asText(LINES) })
  const search = async (query: string, input: object = {}) => {
    const { status, data, metadata } = await desk.call('search', { query, kind: 'link', ...input })
    return {
      status,
      facts: Array.from<{ link: { fact: string } }, string>(data?.items ?? [], ({ link }) => link.fact),
      warnings: metadata?.warnings ?? []
    }
  }
  return { ...desk, search }
}

/** The texts of each request for embeddings. */
const sent = async (): Promise<string[][]> => (await requests()).map(({ body }) => [Object(body).input].flat())

const inFile = await open(t)

const DATABASES = [
  ['a file', undefined, async () => inFile],
  [
    'PostgreSQL',
    noPostgres,
    async (t: Test) => await open(t, { environment: { ...ENVIRONMENT, MEMORY_DATABASE_URL: await newDatabase() } })
  ]
] as const

for (const [database, skip, opened] of DATABASES)
  t.test(`in ${database}, a fact is found by its meaning`, skip === undefined ? {} : { skip }, async t => {
    const { search, call } = await opened(t)
    t.same((await search('automobile')).facts, [FACTS[0]], 'although it does not contain the word')
    const [query, ...texts] = await sent()
    t.same(query, ['automobile'])
    t.same(
      texts.map(({ length }) => length),
      [16, 8],
      '8 facts and 16 objects, in small requests'
    )
    t.match(await requests(), [{ headers: undefined, body: { model: 'sandbox-embedder' } }, {}])
    await clear()
    t.same((await search('automobile')).facts, [FACTS[0]])
    t.same(await sent(), [], 'nothing is sent twice')
    t.same((await search('vehicle', { match: 'all' })).facts, [], 'a required word is still required')
    t.same((await search('vehicle', { relation: 'likes' })).facts, [], 'a filter applies to both rankings')
    t.equal((await search('birds')).facts[0], FACTS[6])
    await clear()
    await call('update_link', { from: 'Ada', relation: 'did', to: 'river', fact: 'Ada walked along the river' })
    t.same((await search('automobile')).facts, [])
    t.same(await sent(), [['Ada walked along the river']], 'a changed fact is embedded again')
  })

t.test('off by default: no text is sent', async t => {
  const { search } = await open(t, { sandbox: { memory: { llm_base_url: `${address}/v1`, llm_model: 'sandbox' } } })
  t.same(await search('automobile'), { status: 200, facts: [], warnings: [] })
  t.same(await sent(), [])
})

t.test('an endpoint without a model is off, too', async t => {
  t.equal(createEmbedder({ embeddings_base_url: `${address}/v1` }, UNUSED), undefined)
})

const BROKEN: readonly (readonly [what: string, response: Parameters<typeof failNext>[1]])[] = [
  ['fails', { status: 500, body: { error: { message: 'overloaded' } } }],
  ['refuses the key', { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } }],
  ['limits the rate', { status: 429, headers: { 'retry-after': '60' } }],
  ['closes the connection', { cut: true }],
  ['returns no embeddings', { status: 200, body: { object: 'list', data: [] } }],
  ['returns something else', { status: 200, body: { data: [{ index: 0, embedding: ['x'] }] } }]
]
t.test('if the endpoint fails, the words alone rank, with a warning', async t => {
  const { search, call } = inFile
  for (const [at, [what, response]] of BROKEN.entries()) {
    await clear()
    await failNext({ path: '/embeddings' }, response, 9)
    const { status, facts, warnings } = await search(`birds automobile ${at}`)
    t.equal(status, 200, what)
    t.same(facts, [FACTS[6]], what)
    t.match(warnings, [/embeddings endpoint.* The results are ranked by words only\.$/], what)
    t.notMatch(warnings.join(), KEY, what)
    t.equal((await requests()).length, 1, `${what}: no retries`)
    await clear()
    t.same((await search(`wheels birds automobile ${at}`)).warnings, [], what)
  }
  await call('add_link', { from: 'Zoe', relation: 'grows', to: 'figs' })
  await failNext({ path: '/embeddings', body: 'Zoe grows' }, { status: 500, body: {} }, 9)
  const { facts, warnings } = await search('bread')
  t.equal(facts[0], FACTS[3], 'a query is still ranked by meaning')
  t.match(warnings, [/New facts are ranked by words only/], 'if facts cannot be embedded')
})

onEveryDatabase(t, async (t, { engine, graph: open }) => {
  const model = 'm'
  const vector = encodeVector([1, 0.5, -1])
  const stored = async (): Promise<number> =>
    Number(
      (
        await engine.db
          .selectFrom('memory_vectors')
          .select(eb => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    )

  await t.test('an embedding goes with its text, and none is stored for a text that changed in the meantime', async t => {
    const graph = open()
    const before = await stored()
    await graph.write('addLink', { from: 'A', relation: 'knows', to: 'B', fact: 'A knows B' })
    const { items, more } = await graph.read('withoutVector', { model, limit: 2 })
    t.match([items.map(({ text }) => text), more], [['A knows B', 'B: '], true])
    const keep = () => graph.write('keepVectors', { model, items: items.map(item => ({ ...item, vector })) })
    await keep()
    t.equal(await stored(), before + 2)
    t.match(await graph.read('withoutVector', { model, limit: 9 }), { items: [{ text: 'A: ' }], more: false })
    t.equal((await graph.read('withoutVector', { model: 'other', limit: 9 })).items.length, 3, 'of another model')
    await graph.write('updateLink', { which: { from: 'A', relation: 'knows', to: 'B' }, fact: 'A met B' })
    t.equal(await stored(), before + 1)
    await keep()
    t.equal(await stored(), before + 1, 'the text changed')
    await graph.write('updateObject', { name: 'B', summary: 'A letter' })
    t.equal(await stored(), before)
    await graph.write('keepVectors', {
      model,
      items: (await graph.read('withoutVector', { model, limit: 9 })).items.map(item => ({ ...item, vector }))
    })
    t.equal(await stored(), before + 3)
    await graph.write('deleteObject', { name: 'A', cascade: true, dry_run: false })
    t.equal(await stored(), before + 1)
    await keep()
    t.equal(await stored(), before + 1, 'the text was deleted')
  })

  await t.test('another graph, another model and another length are not compared', async t => {
    const [graph, other] = [open(), open()]
    const search = async (asked: typeof graph, query: QueryVector) =>
      (await asked.read('search', { query: 'zzz', match: 'any', offset: 0, limit: 9, vector: query })).items.map(
        ({ object }) => object?.name
      )
    for (const one of [graph, other]) {
      for (const name of ['P', 'Q', 'R', 'S', 'T', 'U'])
        await one.write('importLines', { text: JSON.stringify({ kind: 'object', name }), first: 1 })
      const { items } = await one.read('withoutVector', { model, limit: 9 })
      const towards = (text: string) => encodeVector(text.startsWith(one === graph ? 'P' : 'Q') ? [1, 0, 0] : [0, 1, 0])
      await one.write('keepVectors', { model, items: items.map(item => ({ ...item, vector: towards(item.text) })) })
    }
    t.same(await search(graph, { model, vector: encodeVector([1, 0, 0]) }), ['P'])
    t.same(await search(other, { model, vector: encodeVector([1, 0, 0]) }), ['Q'])
    t.same(await search(graph, { model: 'other', vector: encodeVector([1, 0, 0]) }), [])
    t.same(await search(graph, { model, vector: encodeVector([1, 0]) }), [])
    t.same(await search(graph, { model, vector: encodeVector([0, 0, 0]) }), [])
  })

  /** Searches of a new graph with the facts, each with its time for new ones. */
  const filled = async (budget_ms?: number) => {
    await clear()
    const graph = open()
    await graph.write('importLines', { text: asText(LINES), first: 1 })
    const embedder = createEmbedder(SETTINGS, { circuit: () => CLOSED })
    const store = { graph: () => graph, ready: async () => null, close: async () => undefined }
    const client = { graphName: () => 'test', graphOf: () => graph, llm: { llm_max_retries: 0 }, embedder, store, folder: '' }
    return async (query: string) => {
      const warnings: string[] = []
      const { signal } = new AbortController()
      const call = {
        client,
        caller: { id: 'test', scopes: [] },
        signal,
        warn: (text: string) => warnings.push(text),
        truncate: () => undefined
      }
      const vector = await embedQuery(query, call, budget_ms)
      const { items } = await graph.read('search', { query, match: 'any', kind: 'link', offset: 0, limit: 9, vector })
      return { facts: items.map(({ link }) => link?.fact), warnings }
    }
  }
  const sizes = async () => (await sent()).map(({ length }) => length)

  await t.test('what one request returned is kept if the next one fails', async t => {
    const search = await filled()
    await failNext({ path: '/embeddings', body: 'Tim: ' }, { status: 500, body: {} })
    t.match((await search('automobile')).warnings, [/New facts are ranked by words only/])
    t.same(await sizes(), [1, 16, 8])
    await clear()
    t.same(await search('automobile'), { facts: [FACTS[0]], warnings: [] })
    t.same(await sizes(), [8], 'the rest')
  })

  await t.test('after its time, a search leaves the other facts to the next one', async t => {
    const search = await filled(0)
    t.match(await search('automobile'), { facts: [FACTS[0]], warnings: [/no embedding yet/] })
    t.same(await sizes(), [1, 16], 'each makes progress')
    t.same((await search('automobile')).warnings, [])
    t.same(await sizes(), [1, 16, 8])
  })

  await t.test('one search at a time embeds the new facts of a graph', async t => {
    const search = await filled()
    await failNext({ path: '/embeddings', body: FACTS[0] ?? '' }, { hold: true })
    const first = search('automobile')
    await waitUntil(async () => (await sizes()).length === 2, 'the first search sends facts')
    t.match(await search('birds'), { facts: [FACTS[6]], warnings: [/no embedding yet/] })
    await release()
    t.same(await first, { facts: [FACTS[0]], warnings: [] })
    t.same(await sizes(), [1, 16, 1, 8])
  })

  await t.test('a text that the endpoint refuses is ranked by words, and not sent again', async t => {
    const search = await filled()
    await failNext({ path: '/embeddings', body: FACTS[2] ?? '' }, { status: 400, body: { error: { message: 'input is too long' } } }, 99)
    t.same(await search('automobile'), { facts: [FACTS[0]], warnings: [] })
    await clear()
    t.equal((await search('maps')).facts[0], FACTS[2])
    t.same(await sizes(), [1])
  })

  await t.test('instances with different models keep their own embeddings of one graph', async t => {
    const graph = open()
    await graph.write('importLines', { text: JSON.stringify({ kind: 'object', name: 'P' }), first: 1 })
    for (const model of ['m', 'n', 'm']) {
      const { items } = await graph.read('withoutVector', { model, limit: 9 })
      await graph.write('keepVectors', { model, items: items.map(item => ({ ...item, vector })) })
    }
    for (const model of ['m', 'n']) t.same((await graph.read('withoutVector', { model, limit: 9 })).items, [], model)
  })
})
