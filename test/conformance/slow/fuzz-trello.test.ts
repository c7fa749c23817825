import t from 'tap'
import { KEY } from '../../../sandbox/trello/credentials.ts'
import { buildServer } from '../../../sandbox/trello/server.ts'
import { seedState } from '../../../sandbox/trello/state/seed.ts'
import { fuzz } from '../fuzz/fuzz.ts'

t.test('Trello', { timeout: 500_000 }, async t => {
  const state = seedState()
  const app = buildServer({ state, limits: { token: 1_000_000, key: 1_000_000 } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  await fuzz(t, {
    systems: ['trello'],
    // Restores what earlier operations deleted.
    prepare: async () => void Object.assign(state, seedState()),
    sandboxes: { trello: { url: `${address}/1`, key: KEY, token: 'sandbox-token', max_retries: 0 } }
  })
})
