import t from 'tap'
import { KEY } from '../../../sandbox/trello/credentials.ts'
import { buildServer } from '../../../sandbox/trello/server.ts'
import { fuzz } from './fuzz.ts'

t.test('Trello', { timeout: 110_000 }, async t => {
  const app = buildServer({ limits: { token: 1_000_000, key: 1_000_000 } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  await fuzz(t, {
    systems: ['trello'],
    environment: { TRELLO_URL: `${address}/1`, TRELLO_KEY: KEY, TRELLO_TOKEN: 'sandbox-token', TRELLO_MAX_RETRIES: '0' }
  })
})
