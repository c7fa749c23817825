import t from 'tap'
import type { BulkItem } from '../../../src/contract/bulk.ts'
import { exportPages } from '../../../src/tools/confluence/client/bulk/export.ts'
import { archivePages, restorePages, trashPages } from '../../../src/tools/confluence/client/bulk/move.ts'
import { replacePages } from '../../../src/tools/confluence/client/bulk/replace.ts'
import { createPage } from '../../../src/tools/confluence/client/pages/write.ts'
import { clientAt, MODES, openWiki, pageNamed, throughGateway, turnFor, type Wiki } from '../../helpers/confluence.ts'

/** A read of the page without its body, as after a write. */
const readAgain = (mode: (typeof MODES)[number], id: string) => ({
  method: 'GET',
  path: mode === 'cloud' ? `/pages/${id}\\?include` : `/content/${id}\\?expand=(?!.*body)`
})

/** From here on, reads of the page with its body are returned without it, but otherwise complete. */
async function hideBody({ mode, site, failNext }: Wiki, id: string): Promise<void> {
  const page = site.pages.get(id)
  const version = page?.versions.at(-1)
  const { type, status, space, parentId } = page ?? {}
  const summary = { id, type, status, title: version?.title, version: { number: version?.number } }
  const body =
    mode === 'cloud'
      ? { ...summary, spaceId: space?.id, parentId, body: { storage: null } }
      : { ...summary, space: { id: space?.id, key: space?.key }, body: {} }
  await failNext({ method: 'GET', path: `/(pages|content)/${id}\\?.*(body-format|body\\.storage)` }, { status: 200, body }, 9)
}

const writes = async ({ requests }: Wiki) => (await requests()).filter(({ method }) => method !== 'GET')

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode, ...(mode === 'cloud' && { further: address => ({ app: throughGateway(address) }) }) })
    const { call, clear, failNext } = wiki
    t.afterEach(() => clear())

    t.test('a body that Confluence omits is not taken for an empty one: nothing is written, compared or copied', async t => {
      const [page_id, target_id] = [pageNamed(wiki, 'Edit me').id, pageNamed(wiki, 'Shelf').id]
      await hideBody(wiki, page_id)
      const instance = mode === 'cloud' ? { instance: 'app' } : {}
      for (const [name, input] of [
        ['restore_version', { version: 1 }],
        ['compare_versions', { from_version: 1 }],
        ['copy_page', { title: 'x', parent_id: target_id, ...instance }],
        ['update_page', { content: '# x', content_format: 'markdown' }],
        ...(mode === 'cloud'
          ? ([
              ['update_page', { title: 'x' }],
              ['update_page', { parent_id: target_id }],
              ['move_page', { target_id, ...instance }]
            ] as const)
          : [])
      ] as const) {
        const { status, error } = await call(name, { page_id, ...input })
        t.match(
          { status, error },
          { status: 502, error: { message: /did not return the body of the page/, details: { outcome: 'not_executed' } } },
          `${name} ${JSON.stringify(input)}`
        )
      }
      t.strictSame(await writes(wiki), [])
    })

    t.test('a page of a job whose body Confluence omits fails alone', async t => {
      const { id } = pageNamed(wiki, 'Edit me')
      const job = { ...turnFor(), client: await clientAt(mode, wiki.address) }
      const item = { id, display_name: 'Edit me', etag: '2' }
      const action = { search: 'second', replacement: 'x', version_message: '' }
      await hideBody(wiki, id)
      const failed = [{ outcome: 'failed', error: { reason: 'cannot_be_honoured', message: /did not return the body/ } }]
      t.match(await Array.fromAsync(replacePages.executeBatch([item], action, job)), failed)
      t.match(await Array.fromAsync(replacePages.undo.executeBatch([{ ...item, before: { version: 1 } }], action, job)), failed)
      t.match(await Array.fromAsync(exportPages.executeBatch([item], {}, job)), failed)
      t.match(await Array.fromAsync(replacePages.reconcile([{ ...item, etag: '1' }], action, job)), [{ outcome: 'unknown' }])
      t.match(await replacePages.lookUp([id], { ...action, cql: '' }, job), [{ id, etag: '2' }])
      const page = pageNamed(wiki, 'Edit me')
      page.status = 'trashed'
      await clear()
      await hideBody(wiki, id)
      if (mode === 'cloud') {
        t.match(await Array.fromAsync(restorePages.executeBatch([item], { trashed: false }, job)), failed)
        const undone = { ...item, before: { status: 'current' } }
        t.match(await Array.fromAsync(trashPages.undo.executeBatch([undone], { trashed: true }, job)), failed)
      }
      page.status = 'current'
      t.strictSame(await writes(wiki), [])
    })

    t.test('a page that was moved is reported as moved, even if it cannot be read again', async t => {
      const [id, target_id] = [pageNamed(wiki, 'Move me').id, pageNamed(wiki, 'Shelf').id]
      for (const status of [403, 503]) {
        pageNamed(wiki, 'Move me').parentId = pageNamed(wiki, 'Target').id
        await failNext(readAgain(mode, id), { status, body: { message: 'not now' } })
        const { data, metadata, ...answer } = await call('move_page', { page_id: id, target_id })
        t.equal(answer.status, 200)
        t.match(data, { id, title: 'Move me', parent_id: target_id, space: { key: 'PLAY' }, body: null })
        t.equal(pageNamed(wiki, 'Move me').parentId, target_id)
        if (mode === 'cloud') t.match(metadata.warnings, [/was moved.*not now/])
        await clear()
      }
    })

    t.test(
      'a page that was written is reported as written, even if other parts of it are unknown',
      { skip: mode === 'datacenter' },
      async t => {
        const { id } = pageNamed(wiki, 'Label me')
        await call('get_page', { page_id: id })
        const labels = { results: [{ name: 'first' }], meta: { hasMore: true } }
        await failNext({ method: 'PUT' }, { status: 200, body: { id, title: 'Written', version: { number: 3 }, labels } })
        await failNext({ path: '/(labels|spaces)\\b' }, { status: 503, body: {} }, 9)
        const { status, data } = await call('update_page', { page_id: id, title: 'Written' })
        t.equal(status, 200)
        t.match(data, { title: 'Written', space: { key: 'PLAY' }, version: { number: 3 }, metadata: { labels: [{ name: 'try' }] } })
      }
    )

    t.test('a created page is returned with its id, even if its labels exceed the deadline', async t => {
      await failNext({ method: 'POST', path: '/label' }, { hold: true })
      const draft = { content_type: 'page', title: 'Slowly', space_key: 'PLAY', content: '', content_format: 'storage' } as const
      const turn = turnFor({ timeLeft: () => 1200 })
      const made = await createPage(await clientAt(mode, wiki.address), { ...draft, labels: ['x'] }, turn)
      t.match(made, { id: pageNamed(wiki, 'Slowly').id, incomplete: { step: 'labels', reason: 'deadline_exceeded' } })
    })

    t.test('a page in the trash that Confluence does not purge is not reported as deleted', async t => {
      const { id } = pageNamed(wiki, 'Thrown away')
      await failNext({ method: 'DELETE' }, { status: 403, body: { message: 'No' } })
      const { status, error } = await call('delete_page', { page_id: id, purge: true })
      t.equal(status, 403)
      t.equal(error.details.outcome, 'not_executed')
      t.ok(wiki.site.pages.has(id))
    })

    t.test('a page in the archive can be read, but not written', async t => {
      const page_id = pageNamed(wiki, 'Retired guide').id
      for (const [name, input] of [
        ['update_page', { title: 'x' }],
        ['move_page', { target_id: pageNamed(wiki, 'Shelf').id }],
        ['copy_page', { title: 'x' }],
        ['add_labels', { labels: ['x'] }],
        ['add_comment', { content: '' }],
        ['restore_version', { version: 1 }]
      ] as const) {
        const { status, error } = await call(name, { page_id, ...input })
        t.match({ status, error }, { status: 404, error: { details: { reason: 'page_not_found', suggestions: [/archived/] } } }, name)
      }
      t.strictSame(await writes(wiki), [])
      for (const name of ['get_page', 'list_children', 'list_ancestors', 'list_labels', 'list_comments', 'list_versions', 'get_page_tree'])
        t.equal((await call(name, { page_id })).status, 200, name)
    })

    t.test('a blog post has no position among pages: it cannot be moved or copied to one, and has no children', async t => {
      const page_id = pageNamed(wiki, 'What is new').id
      const target = pageNamed(wiki, 'Shelf').id
      const wrong = { status: 400, error: { details: { issues: [{ message: /blog post/ }] } } }
      t.match(await call('move_page', { page_id, target_id: target }), wrong)
      t.match(await call('move_page', { page_id: target, target_id: page_id }), wrong)
      t.match(await call('copy_page', { page_id, title: 'x', parent_id: target }), wrong)
      const named = (path: string) => ({ status: 400, error: { details: { issues: [{ path, message: /blog post/ }] } } })
      t.match(await call('move_page', { page_id: target, target_id: page_id }), named('target_id'))
      t.match(await call('copy_page', { page_id: target, title: 'x', parent_id: page_id }), named('parent_id'))
      t.strictSame(await writes(wiki), [])
      const { data } = await call('copy_page', { page_id, title: 'News again', space_key: 'PLAY' })
      t.match(data, { type: 'blogpost', space: { key: 'PLAY' } })
      t.equal(pageNamed(wiki, 'News again').parentId, null)
      t.match((await call('list_children', { page_id })).data, { items: [], next_cursor: null })
      t.match((await call('get_page_tree', { page_id })).data, { nodes: [{ id: page_id }], count: 1 })
    })

    t.test('an offset beyond the end of a body is reported as such', async t => {
      const { id } = pageNamed(wiki, 'Alpha')
      const { data, metadata } = await call('get_page', { page_id: id, body_offset: 5000 })
      t.equal(data.body.storage.value, '')
      t.match(metadata.warnings, [/body_offset 5000 is beyond the end: the body has 40 characters/])
    })

    t.test('a start beyond the end of a list counts nothing', async t => {
      const { data } = await call('list_spaces', { start: 900 })
      t.match(data, { items: [], total: null, next_cursor: null })
    })

    t.test('undo of trash_pages restores an archived page into the archive', { skip: mode === 'datacenter' }, async t => {
      const call = { ...turnFor(), client: await clientAt('cloud', wiki.address) }
      const { id } = pageNamed(wiki, 'Retired guide')
      const item = { id, display_name: 'Retired guide' }
      const [done] = await Array.fromAsync(trashPages.executeBatch([item], { trashed: true }, call))
      t.match(done, { outcome: 'succeeded', before: { status: 'archived' } })
      const undone = [{ ...item, before: done?.before ?? null }]
      t.match(await Array.fromAsync(trashPages.undo.executeBatch(undone, { trashed: true }, call)), [{ outcome: 'succeeded' }])
      t.equal(wiki.site.pages.get(id)?.status, 'archived')
      t.match(await Array.fromAsync(trashPages.undo.executeBatch(undone, { trashed: true }, call)), [{ outcome: 'skipped' }])
    })

    t.test(
      'an attachment of anything but a page or blog post is not looked up in a page without an id',
      { skip: mode === 'datacenter' },
      async t => {
        const attachment = { id: 'att1', title: 'x', status: 'current', customContentId: '9', version: { number: 1 } }
        await wiki.failNext({ path: '/attachments/att1' }, { status: 200, body: attachment })
        const { status, error } = await wiki.call('download_attachment', { attachment_id: 'att1' })
        t.equal(status, 422)
        t.match(error, { message: /neither on a page nor on a blog post/, details: { reason: 'cannot_be_honoured' } })
      }
    )

    t.test('a page that Data Center leaves in its space is not reported as moved to another', { skip: mode === 'cloud' }, async t => {
      const { id } = pageNamed(wiki, 'Move me')
      const answered = { id, type: 'page', title: 'Move me', space: { key: 'PLAY' }, version: { number: 3 } }
      await failNext({ method: 'PUT' }, { status: 200, body: answered })
      const { data, metadata } = await call('move_page', { page_id: id, space_key: 'HR' })
      t.equal(data.space.key, 'PLAY')
      t.match(metadata.warnings, [/did not move the page out of the space PLAY/])
    })

    t.test('a conflict is reported as such, even if the existing version cannot be read', async t => {
      const { id } = pageNamed(wiki, 'Beta')
      const words = mode === 'cloud' ? 'Current Version: [7]. Provided version: [2]' : 'Current version is: 7'
      const body = mode === 'cloud' ? { errors: [{ status: 409, title: words }] } : { message: words }
      for (const fault of [
        { status: 404, body: {} },
        { status: 429, body: {}, headers: { 'retry-after': '1' } }
      ]) {
        await failNext({ method: 'PUT' }, { status: 409, body })
        await failNext(readAgain(mode, id), fault)
        const { status, error } = await call('update_page', { page_id: id, title: 'Beta two' })
        t.equal(status, 409)
        t.match(error, {
          message: /at version 7/,
          details: { reason: 'version_conflict', outcome: 'not_executed', current: { number: 7, by: null } }
        })
        await clear()
      }
    })

    t.test('all problems that Confluence reports are returned, not only the first', { skip: mode === 'datacenter' }, async t => {
      const errors = [
        { status: 400, code: 'A', title: 'title is too long' },
        { status: 400, code: 'B', title: 'spaceId', detail: 'is wrong' }
      ]
      await failNext({ method: 'POST', path: '/pages' }, { status: 400, body: { errors } })
      const { error } = await call('create_page', { title: 'x', space_key: 'PLAY', content: '' })
      t.equal(error.message, 'Confluence returned 400: title is too long; spaceId: is wrong')
    })
  })

t.test('a page that Confluence accepted for archiving gets its actual outcome, whatever the status of the task', async t => {
  const wiki = await openWiki(t)
  const call = { ...turnFor(), client: await clientAt('cloud', wiki.address) }
  async function archived(title: string, status: number) {
    const { id } = pageNamed(wiki, title)
    const item: BulkItem = { id, display_name: title }
    await wiki.failNext({ path: '/longtask/' }, { status, body: { message: 'no' } })
    for await (const result of archivePages.executeBatch([item], { archived: true }, call))
      return [result.outcome, wiki.site.pages.get(id)?.status]
    return undefined
  }
  t.strictSame(await archived('Alpha', 503), ['succeeded', 'archived'])
  t.strictSame(await archived('Beta', 403), ['succeeded', 'archived'])
  await wiki.failNext(
    { path: '/pages/\\d+' },
    { status: 200, body: { id: pageNamed(wiki, 'Gamma').id, status: 'current', spaceId: '65683' } },
    2
  )
  t.strictSame((await archived('Gamma', 404))?.[0], 'unknown')
})
