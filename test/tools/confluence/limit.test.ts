import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { seedSite } from '../../../sandbox/confluence/state/seed.ts'
import type { OperationError } from '../../../src/contract/errors.ts'
import { defineOperation } from '../../../src/contract/operation.ts'
import trashPages from '../../../src/tools/confluence/bulk/trash-pages.ts'
import type { Confluence } from '../../../src/tools/confluence/client/connection.ts'
import type { Request } from '../../../src/tools/confluence/client/request.ts'
import { limitToSpaces } from '../../../src/tools/confluence/client/spaces/limit.ts'
import { confluence as tool } from '../../../src/tools/confluence/tool.ts'
import { startApp } from '../../helpers/app.ts'
import { alice, refusal, startBulk, until } from '../../helpers/bulk.ts'
import { clientAt, MODES, type Mode, openWiki, pageNamed, SETTINGS, turnFor } from '../../helpers/confluence.ts'
import { clientOf } from '../../helpers/sandbox-control.ts'

const site = seedSite('cloud')
const OURS = pageNamed({ site }, 'Alpha').id
const THEIRS = pageNamed({ site }, 'Installation').id
const BLOG = [...site.pages.values()].find(({ type }) => type === 'blogpost')?.id ?? ''
const spaceId = (key: string): string => site.spaces.find(space => space.key === key)?.id ?? ''
const [COMMENT = ''] = [...site.comments.keys()]
const [FILE = ''] = [...site.attachments.keys()]
const NOTHING = '987654321'
const CONSTRAINTS = { confluence: { space: ['PLAY'] } }
const MESSAGE = 'This key may only use the spaces PLAY of Confluence.'
const outside = refusal('outside_constraints', { message: MESSAGE })
const SUBJECT = { kind: 'page', name: 'tested' } as const

const open = async (t: Test, mode: Mode) => {
  const wiki = await openWiki(t, { mode })
  const whole = await clientAt(mode, wiki.address)
  return { ...wiki, whole, limited: limitToSpaces(whole, new Map([['space', ['PLAY']]])) }
}

const forgetful = defineOperation(tool, {
  name: 'read_labels_of',
  group: 'labels',
  summary: 'List labels of another page',
  description: 'Returns the labels of the second page. It does not check it.',
  permission: 'read',
  http: 'GET /labels_of',
  input: Type.Object({
    page_id: Type.String({ description: 'A page' }),
    reference: Type.Object({ id: Type.String({ description: 'Another page' }) }, { description: 'Another page' })
  }),
  output: Type.Object({ found: Type.String({ description: 'All of it' }) }),
  errors: {},
  examples: [],
  message: () => 'List labels',
  handler: async ({ reference }, call) => ({
    found: JSON.stringify(await call.client.send({ path: `rest/api/content/${reference.id}/label`, subject: SUBJECT }, call))
  })
})

t.test('an operation that forgets to check what it was given reaches nothing in another space', async t => {
  const { address, clear, requests } = await openWiki(t)
  const { app } = await startApp(t, {
    definitions: [forgetful],
    systems: { confluence: { instances: { main: SETTINGS.cloud(address) } } },
    auth: {
      identify: key => ({ id: key, scopes: ['*'], ...(key === 'limited' && { constraints: CONSTRAINTS }) }),
      anonymous: undefined
    }
  })
  const call = async (key: string, id: string) => {
    const payload = { page_id: OURS, reference: { id } }
    const url = '/v1/operations/confluence_read_labels_of'
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload })
    return [statusCode, JSON.parse(body).error?.details.reason]
  }
  t.strictSame(await call('free', THEIRS), [200, undefined])
  t.strictSame(await call('limited', OURS), [200, undefined])
  await clear()
  for (const id of [THEIRS, BLOG, COMMENT, NOTHING]) t.strictSame(await call('limited', id), [403, 'outside_constraints'], id)
  t.notOk((await requests()).some(({ path }) => path.endsWith('/label')))
})

type Sent = Omit<Request, 'subject'>
const POST = { method: 'POST' } as const
const V1 = `rest/api/content/${OURS}`

/** Requests that name something in another space, or nothing. */
const REFUSED: Readonly<Record<Mode, Sent[]>> = {
  cloud: [
    { path: `api/v2/pages/${THEIRS}` },
    { path: `api/v2/pages/${NOTHING}` },
    { path: `api/v2/blogposts/${BLOG}` },
    { path: `api/v2/footer-comments/${COMMENT}` },
    { path: `api/v2/attachments/${FILE}` },
    { path: `api/v2/attachments/${FILE}/labels` },
    { path: `api/v2/pages/${THEIRS}/descendants` },
    { path: `api/v2/spaces/${spaceId('DOCS')}` },
    { path: `api/v2/spaces/${spaceId('DOCS')}/pages` },
    { path: 'api/v2/spaces' },
    { path: 'api/v2/pages' },
    { path: 'api/v2/pages', query: { 'space-id': `${spaceId('PLAY')},${spaceId('DOCS')}` } },
    { ...POST, path: 'api/v2/pages', json: { spaceId: spaceId('DOCS'), title: 'x' } },
    { ...POST, path: 'api/v2/pages', json: { spaceId: spaceId('PLAY'), parentId: THEIRS, title: 'x' } },
    { ...POST, path: 'api/v2/footer-comments', json: { pageId: THEIRS } },
    { ...POST, path: 'api/v2/footer-comments', json: { parentCommentId: COMMENT } },
    { method: 'PUT', path: `${V1}/move/append/${THEIRS}` },
    { ...POST, path: `${V1}/copy`, json: { destination: { type: 'parent_page', value: THEIRS } } },
    { ...POST, path: `${V1}/copy`, json: { destination: { type: 'space', value: 'DOCS' } } },
    { ...POST, path: 'rest/api/content/archive', json: { pages: [{ id: Number(OURS) }, { id: Number(THEIRS) }] } },
    { path: 'rest/api/template/65701003' },
    { path: 'rest/api/template/1' },
    { path: 'rest/api/template/page', query: { spaceKey: 'DOCS' } }
  ],
  datacenter: [
    { path: `rest/api/content/${COMMENT}` },
    { path: `rest/api/content/${FILE}` },
    { path: 'rest/api/space/DOCS' },
    { path: 'rest/api/space' },
    { path: 'rest/api/content', query: { spaceKey: 'DOCS', title: 'Installation' } },
    { ...POST, path: 'rest/api/content', json: { type: 'page', title: 'x', space: { key: 'DOCS' } } },
    { ...POST, path: 'rest/api/content', json: { type: 'page', title: 'x', space: { key: 'PLAY' }, ancestors: [{ id: THEIRS }] } },
    { ...POST, path: 'rest/api/content', json: { type: 'comment', container: { id: THEIRS, type: 'page' } } },
    { path: `download/attachments/${THEIRS}/diagram.png` }
  ]
}

for (const mode of MODES)
  t.test(`every request of a limited key is checked, whatever sends it: ${mode}`, async t => {
    const { limited, whole, requests } = await open(t, mode)
    const call = turnFor()
    const both: Sent[] = [
      { path: `rest/api/content/${THEIRS}` },
      { path: `rest/api/content/${NOTHING}` },
      { path: `rest/api/content/${THEIRS}/label` },
      { ...POST, path: `rest/api/content/${THEIRS}/label`, json: [{ name: 'x' }] },
      { path: 'rest/api/content' },
      { path: 'rest/api/search', query: { cql: 'type = page' } },
      { path: 'rest/api/content/search', query: { cql: 'type = page' } },
      { ...POST, path: 'rest/api/search', filtered: true },
      { path: 'rest/api/group' },
      { path: 'rest/api/audit' },
      { ...POST, path: 'rest/api/space', json: { key: 'NEW' } }
    ]
    for (const request of [...both, ...REFUSED[mode]])
      for (const send of ['row', 'send', 'download'] as const) {
        // Only what is sent by its response is not checked before it is sent.
        if (send === 'download' && /template\/\d+$/.test(request.path)) continue
        await t.rejects(
          async () => await limited[send]({ ...request, subject: SUBJECT }, call),
          outside,
          `${send} ${JSON.stringify(request)}`
        )
      }
    t.strictSame(
      (await requests()).filter(({ method }) => method !== 'GET'),
      []
    )
    const sent = async (client: Confluence, request: Sent) => await client.row({ ...request, subject: SUBJECT }, call)
    const own = mode === 'cloud' ? `api/v2/pages/${OURS}` : `rest/api/content/${OURS}`
    for (const request of [{ path: own }, { path: `${own}?`.slice(0, -1), query: { version: 1 } }, { path: 'rest/api/user/current' }])
      t.strictSame(await sent(limited, request), await sent(whole, request), JSON.stringify(request))
  })

t.test('what was read before is not read again to check it', async t => {
  const { limited, requests, clear } = await open(t, 'cloud')
  const call = turnFor()
  const send = async (path: string) => await limited.send({ path, subject: SUBJECT }, call)
  await clear()
  const count = async () => (await requests()).filter(({ path }) => !path.endsWith('/spaces')).length
  await send(`api/v2/pages/${OURS}`)
  await send(`rest/api/content/${OURS}/label`)
  t.equal(await count(), 2)
  await send(`api/v2/spaces/${spaceId('PLAY')}/pages`)
  const shelf = pageNamed({ site }, 'Shelf').id
  await send(`api/v2/pages/${shelf}/direct-children`)
  t.equal(await count(), 4, 'a page of the list of a space')
})

for (const mode of MODES)
  t.test(`in a bulk action, pages that do not exist and pages elsewhere are the same: ${mode}`, async t => {
    const { address } = await openWiki(t, { mode })
    const client = await clientOf(t, tool, SETTINGS[mode](address))
    const connections = { get: async () => ({ client, instance: 'main', sandbox: false }) }
    const { jobs, request } = await startBulk(t, [trashPages], { connections })
    const caller = { ...alice, constraints: CONSTRAINTS }
    const ids = [OURS, THEIRS, NOTHING]
    const { id } = await jobs.create(request(trashPages, { input: {}, instance: 'main', caller, ids }))
    const job = await until(jobs, id, ['awaiting_confirmation', 'failed'])
    const sample = job.preview?.sample ?? []
    const shown = sample.map(row => JSON.stringify(row).replaceAll(row.item_id, 'ID'))
    t.match(shown[0], /Alpha/, 'the others are described')
    t.equal(shown[1], shown[2])
    if (job.confirm_token) await jobs.confirm(alice, id, job.confirm_token)
    await until(jobs, id, ['completed', 'failed'])
    const { items } = await jobs.items(alice, id, { limit: 10 })
    const errorOf = (item_id: string) => {
      const found = items.find(item => item.item_id === item_id)
      return JSON.stringify([found?.outcome, found?.error])
    }
    t.match(errorOf(OURS), /succeeded/)
    t.match(errorOf(THEIRS), MESSAGE)
    t.equal(errorOf(THEIRS), errorOf(NOTHING))
  })

t.test('a list of attachments does not show which ones exist elsewhere', async t => {
  const { address } = await openWiki(t)
  const wiki = await openWiki(t, {
    settings: () => SETTINGS.cloud(address),
    auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'], constraints: CONSTRAINTS } }
  })
  const errors = await Promise.all(
    [FILE, 'att987654321'].map(
      async attachment_id => (await wiki.call('list_attachments', { page_id: OURS, attachment_id })).error as OperationError
    )
  )
  for (const { message } of errors) t.equal(message, MESSAGE)
})
