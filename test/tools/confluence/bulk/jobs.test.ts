import t from 'tap'
import { EMAIL, TOKEN } from '../../../../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../../../../sandbox/confluence/server.ts'
import type { Page } from '../../../../sandbox/confluence/state/model.ts'
import { seedSite } from '../../../../sandbox/confluence/state/seed.ts'
import type { BulkAdapter } from '../../../../src/contract/bulk.ts'
import archivePages from '../../../../src/tools/confluence/bulk/archive-pages.ts'
import labelPages from '../../../../src/tools/confluence/bulk/label-pages.ts'
import movePages from '../../../../src/tools/confluence/bulk/move-pages.ts'
import restorePages from '../../../../src/tools/confluence/bulk/restore-pages.ts'
import trashPages from '../../../../src/tools/confluence/bulk/trash-pages.ts'
import unlabelPages from '../../../../src/tools/confluence/bulk/unlabel-pages.ts'
import { confluence } from '../../../../src/tools/confluence/tool.ts'
import { LATER, TARGET } from '../../../helpers/confluence-bulk.ts'
import { openJobFixture } from '../../../helpers/job-fixture.ts'
import { clientOf, controlOf } from '../../../helpers/sandbox-control.ts'

t.test('jobs over pages', async t => {
  const site = seedSite('cloud')
  const server = confluenceServer(site)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const client = await clientOf(t, confluence, { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN })
  const adapters = [archivePages, labelPages, movePages, restorePages, trashPages, unlabelPages]
  const { preview, run, undo } = await openJobFixture(t, adapters, client)
  const pages = (): Pick<Page, 'id' | 'status' | 'parentId' | 'labels'>[] =>
    [...site.pages.values()].map(({ id, status, parentId, labels }) => ({ id, status, parentId, labels: labels.toSorted() }))
  const chosen = pages().flatMap(({ id, labels }) => (labels.includes('later') ? [id] : []))

  for (const [adapter, action, change] of [
    [unlabelPages, { remove_label: 'later' }, { labels: [] }],
    [movePages, { target_id: TARGET }, { parentId: TARGET }],
    [labelPages, { add_label: 'checked' }, { labels: ['checked', 'later'] }]
  ] satisfies [BulkAdapter, object, Partial<Page>][])
    t.test(`${adapter.name} changes exactly the selected pages, and undo restores them`, async t => {
      const before = structuredClone(pages())
      const done = await run(await preview(adapter, { ...LATER, ...action }))
      t.match(done, { status: 'completed', progress: { succeeded: chosen.length } })
      t.strictSame(
        pages(),
        before.map(page => (chosen.includes(page.id) ? { ...page, ...change } : page))
      )
      await undo(done)
      t.strictSame(pages(), before)
    })

  t.test('pages that were trashed are restored from the trash', async t => {
    const before = structuredClone(pages())
    t.match(await run(await preview(trashPages, LATER)), { progress: { succeeded: chosen.length } })
    for (const id of chosen) t.equal(site.pages.get(id)?.status, 'trashed')
    t.match(await run(await preview(restorePages, { space_key: 'PLAY' })), { progress: { succeeded: chosen.length } })
    t.strictSame(pages(), before)
  })

  t.test('archived pages are in the archive, and no others', async t => {
    const others = (): unknown[] => pages().filter(({ id }) => !chosen.includes(id))
    const before = structuredClone(others())
    t.match(await run(await preview(archivePages, LATER)), { progress: { succeeded: chosen.length } })
    for (const id of chosen) t.equal(site.pages.get(id)?.status, 'archived')
    t.strictSame(others(), before)
  })

  t.test('an undo that restores a trashed archived page only in part is unknown, never failed', async t => {
    const [id = ''] = chosen
    const trashed = await run(await preview(trashPages, {}, [id]))
    t.match(trashed, { progress: { succeeded: 1 } })
    t.equal(site.pages.get(id)?.status, 'trashed')
    await controlOf(address).failNext({ method: 'POST', path: '/content/archive' }, { status: 403, body: { message: 'No' } }, 9)
    const undone = await undo(trashed)
    t.equal(site.pages.get(id)?.status, 'current')
    t.match(undone, { progress: { failed: 0, unknown: 1 } })
    t.match(undone.errors, [{ message: /was restored from the trash, but not archived again: / }])
  })
})
