import t from 'tap'
import { bea } from '../../../sandbox/confluence/state/users.ts'
import { MODES, openWiki, pageNamed } from '../../helpers/confluence.ts'

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call } = wiki
    const page_id = pageNamed(wiki, 'Release plan').id
    const name = mode === 'cloud' ? bea.accountId : bea.username
    const key = mode === 'cloud' ? 'account_id' : 'username'

    t.test('restrictions are read, and the lists that are given are replaced', async t => {
      t.match((await call('get_restrictions', { page_id })).data, {
        title: 'Release plan',
        read: { users: [], groups: [] },
        update: { users: [{ display_name: 'Carl Çelik' }], groups: [{ name: 'release-managers' }] }
      })
      const { status, data } = await call('set_restrictions', { page_id, read_users: [name] })
      t.equal(status, 200)
      t.match(data, {
        read: { users: [{ [key]: name }] },
        update: { users: [{ display_name: 'Carl Çelik' }], groups: [{ name: 'release-managers' }] }
      })
      t.match((await call('set_restrictions', { page_id, edit_users: [], edit_groups: [] })).data, {
        read: { users: [{ [key]: name }] },
        update: { users: [], groups: [] }
      })
      t.match((await call('set_restrictions', { page_id, read_users: [] })).data, { read: { users: [], groups: [] } })
    })

    t.test('more restrictions than Confluence returns at once are all read and kept', async t => {
      const many = Array.from({ length: 405 }, (_none, at) => ({
        ...bea,
        accountId: `many-${at}`,
        username: `many-${at}`,
        userKey: `key-${at}`,
        displayName: `Many ${at}`
      }))
      wiki.site.users.push(...many)
      const page = pageNamed(wiki, 'Release plan')
      page.editors = { users: [...many], groups: Array.from({ length: 250 }, (_none, at) => `group-${at}`) }
      page.readers = { users: [], groups: Array.from({ length: 200 }, (_none, at) => `reader-${at}`) }
      const { data } = await call('get_restrictions', { page_id })
      t.equal(new Set(data.update.users.map((user: Record<string, unknown>) => user[key])).size, 405)
      t.equal(new Set(data.update.groups.map(({ name }: { name: string }) => name)).size, 250)
      const { status } = await call('set_restrictions', { page_id, read_users: [name] })
      t.equal(status, 200)
      t.match([page.editors.users.length, page.editors.groups.length, page.readers.groups.length], [405, 250, 200])
      t.match(page.readers.users, [{ displayName: bea.displayName }])
      wiki.site.users.splice(-many.length)
    })

    t.test('a list that cannot be kept as it is is not replaced', async t => {
      const page = pageNamed(wiki, 'Release plan')
      const list = (results: object[], more: object = {}) => ({ results, start: 0, limit: 200, size: results.length, ...more })
      const respond = async (path: string, user: object) => {
        const one = { restrictions: { user, group: list([]) } }
        const body = path.endsWith('$') ? { read: one, update: one } : one
        await wiki.failNext({ method: 'GET', path }, { status: 200, body })
      }
      await respond('/byOperation$', list([{ type: 'known', displayName: 'Hidden' }]))
      const change = { page_id, edit_users: [name] }
      t.match(await call('set_restrictions', change), {
        status: 422,
        error: { message: /ID of a user in the restrictions \(Hidden\)/, details: { reason: 'cannot_be_honoured' } }
      })
      const full = list([{ type: 'known', accountId: 'a', username: 'a', displayName: 'A' }], { limit: 1 })
      for (const path of ['/byOperation$', '/byOperation/read.*start=0', '/byOperation/read.*start=1']) await respond(path, full)
      t.match(await call('set_restrictions', change), { status: 422, error: { message: /did not return all restrictions/ } })
      await wiki.release()
      t.equal(page.editors?.users.length, 405, 'nothing was changed')
      await call('set_restrictions', { page_id, read_users: [], read_groups: [], edit_users: [], edit_groups: [] })
    })

    t.test('unknown users and no list are refused', async t => {
      t.equal((await call('set_restrictions', { page_id, read_users: ['nobody'] })).status, 422)
      t.equal((await call('set_restrictions', { page_id })).status, 400)
    })

    if (mode === 'cloud') {
      t.test('a permission is checked for the account itself and for another', async t => {
        await call('set_restrictions', { page_id, edit_users: [bea.accountId] })
        t.match((await call('check_permission', { page_id })).data, { allowed: false, operation: 'update', reasons: [/restricted/] })
        t.match((await call('check_permission', { page_id, operation: 'read' })).data, { allowed: true, reasons: [] })
        t.match((await call('check_permission', { page_id, user_id: bea.accountId })).data, { allowed: true, user_id: bea.accountId })
      })

      t.test('views are counted in total and since a day', async t => {
        t.match((await call('get_page_views', { page_id: '65538' })).data, { views: 12, viewers: 3, since: null })
        t.match((await call('get_page_views', { page_id: '65538', since: '2999-01-01' })).data, {
          views: 0,
          viewers: 0,
          since: '2999-01-01'
        })
      })
    } else
      t.test('what the API of Data Center does not have is refused', async t => {
        for (const operation of ['check_permission', 'get_page_views'])
          t.match((await call(operation, { page_id })).error, { details: { reason: 'cannot_be_honoured' } }, operation)
      })
  })
