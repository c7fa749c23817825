import t, { type Test } from 'tap'
import { MODES, type Mode, openWiki, pageNamed, throughGateway } from '../../helpers/confluence.ts'
import { ATTACHMENT, BODIES, BODY, type Field, FOUND, LABEL, PAGE, SPACE, USER } from './seed/data-model.ts'

const PLAN = '65540'
const EVERYTHING = ['ancestors', 'children', 'users', 'restrictions', 'metadata.properties']

/** The value at a path of names and indexes; undefined if the response has no such property. */
const valueAt = (data: unknown, path: string): unknown => path.split('.').reduce((at, name) => (at === null ? at : Object(at)[name]), data)

/** Each field has a value if the deployment has it, and is null otherwise. */
function agree(t: Test, mode: Mode, data: unknown, fields: readonly Field[]): void {
  for (const [seed, ours, deployments = 'both', why] of fields) {
    const value = valueAt(data, ours)
    if (deployments === 'both' || deployments === mode) t.not(value ?? null, null, `${seed}: ${ours}`)
    else t.equal(value, null, `${seed}: ${ours}: ${why}`)
  }
}

for (const mode of MODES) {
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, clear, sent, failNext } = wiki
    t.afterEach(() => clear())

    t.test('every field of a page is returned, or null if the deployment has none', async t => {
      const { data } = await call('get_page', { page_id: PLAN, expand: EVERYTHING })
      const { children } = (await call('get_page', { page_id: '65538', expand: ['children'] })).data
      agree(t, mode, { ...data, children }, PAGE)
      agree(t, mode, data.metadata.labels[0], LABEL)
      for (const content_format of BODIES) {
        const page = await call('get_page', { page_id: PLAN, content_format })
        agree(t, mode, page.data, BODY[content_format])
      }
    })

    t.test('every field of a space is returned, or null if the deployment has none', async t => {
      agree(t, mode, (await call('get_space', { space_key: 'DOCS', expand: ['permissions', 'settings'] })).data, SPACE)
    })

    t.test('every field of an attachment is returned, or null if the deployment has none', async t => {
      const [attachment] = (await call('list_attachments', { page_id: PLAN, filename: 'diagram.png' })).data.items
      agree(t, mode, attachment, ATTACHMENT)
    })

    t.test('every field of a person is returned, or null if the deployment has none', async t => {
      agree(t, mode, (await call('get_current_user')).data, USER)
    })

    t.test('every field of a search result is returned, or null if the deployment has none', async t => {
      const { data, metadata } = await call('search', { query: 'node shell', search_type: 'page' })
      agree(t, mode, { ...data, pagination: metadata.pagination }, FOUND)
    })

    t.test('restrictions and properties of a page are requested only if they are expanded', async t => {
      const plain = await call('get_page', { page_id: PLAN })
      t.match(plain.data, { restrictions: null, metadata: { properties: null } })
      t.notOk((await sent()).some(path => /restriction|propert/.test(path)))
      const { data } = await call('get_page', { page_id: PLAN, expand: ['restrictions.read.restrictions.user', 'metadata.properties'] })
      t.match(data.restrictions, {
        read: { users: [], groups: [] },
        update: { users: [{ display_name: 'Carl Çelik' }], groups: [{ id: 'group-release-managers', name: 'release-managers' }] }
      })
      t.strictSame(data.metadata.properties, {
        'content-appearance-published': { id: '6554000', value: 'full-width', version: 1 },
        'release-tool': { id: '6554001', value: { train: 7 }, version: 1 }
      })
    })

    t.test('all properties of a page are returned', async t => {
      const page = pageNamed(wiki, 'Beta')
      page.properties = Array.from({ length: 301 }, (_, place) => ({ id: `${page.id}0${place}`, key: `app-${place}`, value: place }))
      const { data } = await call('get_page', { page_id: page.id, expand: ['metadata.properties'] })
      t.equal(Object.keys(data.metadata.properties).length, 301)
      t.match(data.metadata.properties['app-300'], { value: 300 })
    })

    t.test('permissions of a space are requested only if they are expanded', async t => {
      t.match((await call('get_space', { space_key: 'DOCS', no_cache: true })).data, { permissions: null, settings: null })
      t.notOk((await sent()).some(path => /permissions|settings/.test(path)))
      const { permissions } = (await call('get_space', { space_key: 'DOCS', expand: ['permissions'] })).data
      t.match(
        permissions,
        mode === 'cloud'
          ? [{ principal: { type: 'user' }, operation: { key: 'read', targetType: 'space' } }, {}, {}]
          : [{ subject: { displayName: 'Ada Lovelace' }, operation: { operationKey: 'read', targetType: 'space' } }, {}, {}]
      )
    })

    t.test('a part of a page or a space that this account may not see is null, with a warning; a failure is an error', async t => {
      const refusal = { status: 403, body: { message: 'com.atlassian.PermissionException: Administrators only' } }
      await failNext({ path: '/permissions' }, refusal)
      const space = await call('get_space', { space_key: 'DOCS', expand: ['permissions'] })
      t.match(space, {
        status: 200,
        data: { key: 'DOCS', permissions: null },
        metadata: { warnings: [/permissions .*Administrators only/] }
      })
      await failNext({ path: '/restriction' }, refusal)
      const page = await call('get_page', { page_id: PLAN, content_format: 'none', expand: ['restrictions'] })
      t.match(page, { status: 200, data: { restrictions: null }, metadata: { warnings: [/restrictions .*Administrators only/] } })
      await failNext({ path: '/restriction' }, { status: 500, body: 'no' })
      t.equal((await call('get_page', { page_id: PLAN, expand: ['restrictions'] })).status, 502)
    })
  })
}

t.test('a field of a removed version 1 endpoint is null through the gateway of apps, with a warning', async t => {
  const { call } = await openWiki(t, { settings: throughGateway })
  const page = await call('get_page', { page_id: PLAN, content_format: 'none', expand: ['restrictions', 'metadata.properties'] })
  t.match(page, { status: 200, data: { restrictions: null }, metadata: { warnings: [/restrictions could not be read/] } })
  t.equal(page.data.metadata.properties['release-tool'].value.train, 7)
  const space = await call('get_space', { space_key: 'DOCS', expand: ['permissions', 'settings'] })
  t.match(space, { status: 200, data: { settings: null, permissions: Array }, metadata: { warnings: [/settings could not be read/] } })
})
