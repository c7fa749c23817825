import t from 'tap'
import { EMAIL, PASSWORD, TOKEN, USERNAME } from '../../../sandbox/confluence/credentials.ts'
import { CONTEXT, confluenceServer } from '../../../sandbox/confluence/server.ts'
import { seedSite } from '../../../sandbox/confluence/state/seed.ts'
import { MODES } from '../../helpers/confluence.ts'
import { fuzz } from '../fuzz/fuzz.ts'

const SETTINGS = {
  cloud: (address: string) => ({ url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN }),
  datacenter: (address: string) => ({ url: address + CONTEXT, username: USERNAME, password: PASSWORD })
}

for (const mode of MODES) {
  t.test(`Confluence: ${mode}`, { timeout: 170_000 }, async t => {
    const site = seedSite(mode)
    const app = confluenceServer(site)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => app.close())
    await fuzz(t, {
      systems: ['confluence'],
      impossible: mode === 'cloud' ? [] : ['confluence_bulk_archive_pages'],
      // What the operations before deleted is there again.
      prepare: async () => void Object.assign(site, seedSite(mode)),
      standIns: { confluence: { ...SETTINGS[mode](address), max_retries: 0 } }
    })
  })
}
