import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { buildServer } from '../../../sandbox/llm/server.ts'
import { SEED } from '../../../sandbox/memory/seed.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { fuzz } from '../fuzz/fuzz.ts'

const NAMES = ['Ada Park', 'Atlas', 'Kotlin', 'Northwind Labs', 'PostgreSQL', 'Postgre SQL', 'Report Builder']
const TIMES = ['now', '2020-01-01', '2025-06-01T12:00:00+02:00', '2026-02-30']

const DICTIONARY: Record<string, readonly unknown[]> = {
  name: NAMES,
  from: NAMES,
  to: [...NAMES].reverse(),
  into: [...NAMES].reverse(),
  relation: ['works at', 'uses', 'WRITTEN_IN', 'knows'],
  query: ['atlas', 'ada park', 'post*', '*', '" OR 1=1'],
  as_of: TIMES,
  known_at: TIMES,
  valid_at: [...TIMES, 'always'],
  invalid_at: TIMES,
  link_id: ['1', '2', '0'],
  content: ['Gromozeka is written in Kotlin.'],
  lines: [SEED, '{"kind":"object","name":"x"}'],
  instance: [undefined, 'sandbox']
}

t.test('the memory graph', { timeout: 500_000 }, async t => {
  const app = buildServer()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const seed = path.join(await temporaryFolder(t), 'seed.ndjson')
  await writeFile(seed, SEED)
  await fuzz(t, {
    systems: ['memory'],
    recall: name => DICTIONARY[name] ?? [],
    // Restores what earlier operations deleted.
    prepare: async ({ send }) =>
      void (await send('/v1/memory/import', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ lines: SEED })
      })),
    sandboxes: { memory: { seed, llm_base_url: `${address}/v1`, llm_model: 'sandbox', llm_max_retries: 0 } }
  })
})
