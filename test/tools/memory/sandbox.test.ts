import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { buildServer } from '../../../sandbox/llm/server.ts'
import { SEED } from '../../../sandbox/memory/seed.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { openMemory } from '../../helpers/memory.ts'

t.test('sandbox: a new graph starts with the seed, once', async t => {
  const seed = path.join(await temporaryFolder(t), 'seed.ndjson')
  await writeFile(seed, SEED)
  const { call } = await openMemory(t, { sandbox: { memory: { seed } } })
  const { data, metadata } = await call('get_statistics')
  t.match(data, { objects: 10, links: { total: 8, current: 7, ended: 1, to_come: 0 }, first_recorded: '2026-01-05T09:00:00.000Z' })
  t.equal(metadata.sandbox, true)
  await call('delete_object', { name: 'Ada Park', confirm: true })
  t.equal((await call('get_object', { name: 'Ada Park' })).status, 404)
})

t.test('without settings and without a sandbox, there is a graph', async t => {
  const { call } = await openMemory(t)
  t.match(await call('get_statistics'), {
    status: 200,
    data: { objects: 0, first_recorded: null, last_recorded: null },
    metadata: { instance: 'default' }
  })
})

t.test('the sandbox language model refuses a schema that is not strict, like the real one', async t => {
  const app = buildServer()
  const ask = (schema: object) =>
    app.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      payload: { model: 'm', messages: [], response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } }
    })
  t.match((await ask({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })).json(), {
    error: { message: /additionalProperties/ }
  })
  t.match((await ask({ type: 'object', additionalProperties: false, properties: { a: { type: 'string' } }, required: [] })).json(), {
    error: { param: 'response_format', message: /Missing 'a'/ }
  })
  t.equal((await ask({ type: 'object', additionalProperties: false, properties: {}, required: [] })).statusCode, 200)
  t.equal((await app.inject('/v1/models')).statusCode, 501)
})
