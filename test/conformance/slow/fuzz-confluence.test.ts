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

type Send = (place: string, init: RequestInit) => Promise<{ text: string }>

async function rehearse(send: Send): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ space_key: 'DOCS', dry_run: true })
  return JSON.parse((await send('/v1/confluence/bulk/export_pages', { method: 'POST', headers, body })).text).data.id
}

for (const mode of MODES) {
  t.test(`Confluence: ${mode}`, { timeout: 500_000 }, async t => {
    const site = seedSite(mode)
    const exports: string[] = []
    const app = confluenceServer(site)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => app.close())
    await fuzz(t, {
      systems: ['confluence'],
      impossible:
        mode === 'cloud' ? [] : ['confluence_bulk_archive_pages', 'confluence_bulk_resolve_inline_comments', 'confluence_list_templates'],
      // Restores what earlier operations deleted, and creates an export that has ended.
      async prepare({ operation, send }) {
        Object.assign(site, seedSite(mode))
        if (operation === 'confluence_download_export') exports.push(await rehearse(send))
      },
      recall: name => (name === 'job_id' ? exports : []),
      sandboxes: { confluence: { ...SETTINGS[mode](address), max_retries: 0 } }
    })
  })
}
