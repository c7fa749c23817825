import t from 'tap'
import type { BulkItem } from '../../../src/contract/bulk.ts'
import { archiving } from '../../../src/tools/confluence/client/bulk-place.ts'
import { clientAt, MODES, openWiki, pageNamed, turnFor } from '../../helpers/confluence.ts'

/** A reading of the page without its body, as it is done after a write. */
const readAgain = (mode: (typeof MODES)[number], id: string) => ({
  method: 'GET',
  path: mode === 'cloud' ? `/pages/${id}\\?include` : `/content/${id}\\?expand=(?!.*body)`
})

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, clear, failNext } = wiki
    t.afterEach(() => clear())

    t.test('a page that was moved is told as moved, also where it cannot be read again', async t => {
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

    t.test('a conflict is told as one, also where the version that is there cannot be read', async t => {
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

    t.test('all that Confluence finds wrong is told, not the first of it', { skip: mode === 'datacenter' }, async t => {
      const errors = [
        { status: 400, code: 'A', title: 'title is too long' },
        { status: 400, code: 'B', title: 'spaceId', detail: 'is wrong' }
      ]
      await failNext({ method: 'POST', path: '/pages' }, { status: 400, body: { errors } })
      const { error } = await call('create_page', { title: 'x', space_key: 'PLAY', content: '' })
      t.equal(error.message, 'Confluence answered 400: title is too long; spaceId: is wrong')
    })
  })

t.test('a page that Confluence took for its archive is told as what became of it, whatever a look at the task met', async t => {
  const wiki = await openWiki(t)
  const call = { ...turnFor(), client: await clientAt('cloud', wiki.address) }
  async function archived(title: string, status: number) {
    const { id } = pageNamed(wiki, title)
    const item: BulkItem = { id, display_name: title }
    await wiki.failNext({ path: '/longtask/' }, { status, body: { message: 'no' } })
    for await (const result of archiving.executeBatch([item], { archived: true }, call))
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
