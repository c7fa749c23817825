import t from 'tap'
import { EMAIL, TOKEN } from '../../../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../../../sandbox/confluence/server.ts'
import { seedSite } from '../../../sandbox/confluence/state/seed.ts'
import { fuzz } from '../fuzz/fuzz.ts'

t.test('Confluence', { timeout: 170_000 }, async t => {
  const site = seedSite('cloud')
  const app = confluenceServer(site)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  await fuzz(t, {
    systems: ['confluence'],
    // What the operations before deleted is there again.
    prepare: async () => void Object.assign(site, seedSite('cloud')),
    standIns: { confluence: { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN, max_retries: 0 } }
  })
})
