import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { EMAIL, PASSWORD, TOKEN, USERNAME } from '../../../../sandbox/confluence/credentials.ts'
import { CONTEXT, confluenceServer } from '../../../../sandbox/confluence/server.ts'
import { editPage } from '../../../../sandbox/confluence/state/change.ts'
import { RICH } from '../../../../sandbox/confluence/state/rich.ts'
import { DIAGRAM, seedSite } from '../../../../sandbox/confluence/state/seed.ts'
import { MODES, type Mode } from '../../../helpers/confluence.ts'
import { exportsOf } from '../../../helpers/confluence-bulk.ts'
import { startGateway } from '../../../helpers/gateway.ts'
import { controlOf } from '../../../helpers/sandbox-control.ts'
import { filesIn } from '../../../helpers/zip.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

t.test('export_pages on Cloud', async t => adapterContract(t, exportsOf('cloud')))

const PLAN = '65540'
const SETTINGS = {
  cloud: (address: string) => ({ url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN }),
  datacenter: (address: string) => ({ url: address + CONTEXT, username: USERNAME, password: PASSWORD })
}

async function open(t: Test, mode: Mode) {
  const site = seedSite(mode)
  const server = confluenceServer(site)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const sandboxes = { confluence: { ...SETTINGS[mode](address), max_retries: 0 } }
  const { url } = await startGateway(t, { roots: t.testdir({}), dataDirectory: t.testdir({}), sandboxes })
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    return await fetch(url + path, { method, ...(body && { body: JSON.stringify(body), headers }) })
  }
  const data = async (answer: Response) => JSON.parse(await answer.text()).data
  const download = async (id: string) => await fetch(`${url}/v1/confluence/exports/${id}`, { headers: { accept: 'application/zip' } })
  async function make(input: object, options: object = { confirm: 'auto' }) {
    let job = await data(await send('POST', '/v1/confluence/bulk/export_pages', { ...input, ...options }))
    while (!['completed', 'failed', 'awaiting_confirmation'].includes(job.status))
      job = await data(await send('GET', `/v1/jobs/${job.id}?wait=25`))
    return job
  }
  return { site, send, make, download, ...controlOf(address) }
}

for (const mode of MODES) {
  t.test(`an export contains each page and its files, byte by byte, at the version that the job listed: ${mode}`, async t => {
    const { site, make, download, failNext } = await open(t, mode)
    const job = await make({ space_key: 'DOCS' })
    t.match(job, { status: 'completed', progress: { succeeded: 4 } })
    const page = site.pages.get(PLAN)
    if (page) editPage(site, page, { number: 2, title: 'Renamed', body: '<p>Later</p>' })
    await failNext({ path: '/(pages|content)/65538(\\?|$)' }, { status: 403, body: { message: 'User not permitted' } })
    await failNext({ path: '/(pages|content)/65539(\\?|$)' }, { status: 429, body: {}, headers: { 'retry-after': '1' } })
    const answer = await download(job.id)
    t.equal(answer.status, 200)
    t.equal(answer.headers.get('content-type'), 'application/zip')
    t.match(answer.headers.get('content-disposition'), new RegExp(`filename="?confluence-${job.id}.zip`))
    const files = filesIn(Buffer.from(await answer.arrayBuffer()))
    const folder = `DOCS/${PLAN} Release plan`
    t.strictSame(
      [...files.keys()].filter(name => name.includes(PLAN)).toSorted(),
      ['attachments/diagram.png', 'attachments/Übersicht 2026.txt', 'page.json', 'page.xml'].map(name => `${folder}/${name}`).toSorted()
    )
    t.equal(String(files.get(`${folder}/page.xml`)), RICH)
    t.strictSame(files.get(`${folder}/attachments/diagram.png`), DIAGRAM)
    t.match(JSON.parse(String(files.get(`${folder}/page.json`))), {
      id: PLAN,
      title: 'Release plan',
      space_key: 'DOCS',
      version: { number: 1 },
      attachments: [
        { title: 'diagram.png', file: 'attachments/diagram.png' },
        { title: 'Übersicht 2026.txt', file: 'attachments/Übersicht 2026.txt' }
      ],
      missing: []
    })
    t.match(JSON.parse(String(files.get('65538/page.json'))), { missing: [{ what: 'the page', reason: 'insufficient_permissions' }] })
    t.ok(files.has('DOCS/65539 Troubleshooting/page.xml'), 'a request that was rate-limited was retried')
  })
}

const LARGE = randomBytes(20 * 1024 * 1024)

t.test('a call by name gets the beginning of a 20 MB archive, and a link to the whole', async t => {
  const { site, make, send } = await open(t, 'cloud')
  for (const { revisions } of site.attachments.values()) for (const revision of revisions) revision.bytes = LARGE
  const job = await make({ ids: [PLAN] })
  const answer = await send('POST', '/v1/operations/confluence_download_export', { job_id: job.id })
  t.match(JSON.parse(await answer.text()), {
    success: true,
    data: { url: new RegExp(`/v1/confluence/exports/${job.id}$`), complete: false, encoding: 'base64', content: /^UEsDB/ }
  })
})

t.test('only a finished export can be downloaded, and no other job', async t => {
  const { make, download, send } = await open(t, 'cloud')
  const waiting = await make({ ids: [PLAN] }, {})
  const refused = await download(waiting.id)
  t.equal(refused.status, 409)
  t.match(await refused.json(), { error: { details: { reason: 'illegal_transition', current: { status: 'awaiting_confirmation' } } } })
  const answer = await send('POST', '/v1/confluence/bulk/label_pages', { ids: [PLAN], add_label: 'x' })
  const { data } = JSON.parse(await answer.text())
  t.match(await (await download(data.id)).json(), {
    error: { details: { issues: [{ path: 'job_id', message: /confluence_bulk_label_pages/ }] } }
  })
})

t.test('if attachments cannot be listed the archive notes that and continues; rate limits are waited for', async t => {
  const { site, make, download, failNext } = await open(t, 'cloud')
  const job = await make({ space_key: 'DOCS' })
  const fetch = async () => filesIn(Buffer.from(await (await download(job.id)).arrayBuffer()))
  const plan = `DOCS/${PLAN} Release plan`
  const list = { path: `/api/v2/pages/${PLAN}/attachments` }
  await failNext(list, { status: 404, body: {} })
  const files = await fetch()
  t.match(JSON.parse(String(files.get(`${plan}/page.json`))), {
    attachments: [],
    missing: [{ what: 'the list of attachments', reason: 'page_not_found' }]
  })
  t.equal([...files.keys()].filter(name => name.endsWith('page.json')).length, 4)
  await failNext(list, { status: 429, body: {}, headers: { 'retry-after': '0' } })
  t.ok((await fetch()).has(`${plan}/attachments/diagram.png`))
  const version = { number: 1 }
  const bodyless = { id: PLAN, title: 'Release plan', spaceId: site.pages.get(PLAN)?.space.id, version, body: {} }
  await failNext({ path: `/api/v2/pages/${PLAN}\\?` }, { status: 200, body: bodyless })
  const without = await fetch()
  t.notOk(without.has(`${plan}/page.xml`), 'a missing body is not exported as an empty one')
  t.match(JSON.parse(String(without.get(`${plan}/page.json`))), { missing: [{ what: 'the body', reason: 'server_error' }] })
})

t.test('each file of a page has a unique name that every file system accepts', async t => {
  const { site, make, download } = await open(t, 'cloud')
  const [first] = [...site.attachments.values()]
  if (!first) throw new Error('the site has attachments')
  const titles = [
    'a:b.txt',
    'a?b.txt',
    'A_b.TXT',
    `${'名'.repeat(150)}.docx`,
    `${'名'.repeat(150)}2.docx`,
    'con.txt',
    '..',
    `${'x'.repeat(250)}.tar.gz`
  ]
  for (const [place, title] of titles.entries()) site.attachments.set(`att${place}`, { ...first, id: `att${place}`, title })
  const job = await make({ ids: [PLAN] })
  const files = filesIn(Buffer.from(await (await download(job.id)).arrayBuffer()))
  const { attachments, missing } = JSON.parse(String(files.get(`DOCS/${PLAN} Release plan/page.json`)))
  t.strictSame(missing, [])
  const names = attachments
    .filter(({ title }: { title: string }) => titles.includes(title))
    .map(({ file }: { file: string }) => file.replace('attachments/', ''))
  t.strictSame(names.slice(0, 3), ['a_b.txt', 'a_b (2).txt', 'A_b (3).TXT'])
  t.match(names.slice(3), [/^名+\.docx$/, /^名+ \(2\)\.docx$/, '_con.txt', '_', /^x+\.gz$/])
  for (const name of names) {
    t.ok(Buffer.byteLength(name) <= 255, name)
    t.ok(files.has(`DOCS/${PLAN} Release plan/attachments/${name}`), name)
  }
  t.equal(new Set(names.map((name: string) => name.toLowerCase())).size, titles.length)
})

t.test('an archive ends early if Confluence becomes unavailable, and is not reported as complete', async t => {
  const { make, download, failNext } = await open(t, 'cloud')
  const job = await make({ space_key: 'DOCS' })
  await failNext({ path: '/api/v2/pages/65540/attachments' }, { status: 401, body: {} }, 9)
  await t.rejects(download(job.id).then(answer => answer.arrayBuffer()))
})
