import { Type } from 'typebox'
import { ifPartlyDone } from '../../../../contract/bulk-outcomes.ts'
import type { Page } from '../../schemas.ts'
import { archivePage } from '../pages/archive.ts'
import { movePage } from '../pages/move.ts'
import { pagesOf } from '../pages/sources.ts'
import { editPage } from '../pages/write.ts'
import { changedSince, pageAdapter, undoablePageAdapter } from './page-adapter.ts'
import type { ConfluenceBulkCall } from './select.ts'

/** Moves pages below another page. */
export const movePages = undoablePageAdapter({
  Image: Type.Object({ parent_id: Type.String({ minLength: 1 }) }),
  imageOf: ({ parent_id }) => ({ parent_id: parent_id ?? '' }),
  isDone: ({ parent_id }, { target_id }: { target_id: string }) => parent_id === target_id,
  obstacle: ({ id }, { target_id }) => (id === target_id ? 'a page cannot be moved below itself' : undefined),
  change: ({ id }, { target_id }, call) => movePage(call.client, { page_id: id, target_id, position: 'append' }, call),
  isAsBefore: ({ parent_id: now }, { parent_id }) => now === parent_id,
  restore: ({ id }, { parent_id }, _action, call) => movePage(call.client, { page_id: id, target_id: parent_id, position: 'append' }, call)
})

/** Moves pages to the trash. */
export const trashPages = undoablePageAdapter({
  needs_body: true,
  Image: Type.Object({ status: Type.String() }),
  imageOf: ({ status }) => ({ status }),
  isDone: ({ status }) => status === 'trashed',
  change: (page, _action: { trashed: true }, call) => pagesOf(call.client).remove(call.client, page, false, call),
  isAsBefore: (page, { status }) => page.status === status,
  async restore(page, { status }, _action, call) {
    await restoreFromTrash(page, call)
    if (status === 'archived')
      await archivePage(call.client, page.id, call).catch(
        ifPartlyDone(`The page ${page.id} was restored from the trash, but not archived again`)
      )
  }
})

/** Restores pages from the trash. */
export const restorePages = undoablePageAdapter({
  needs_body: true,
  Image: Type.Object({ version: Type.Integer() }),
  imageOf: ({ version }) => ({ version: version.number }),
  isDone: ({ status }) => status !== 'trashed',
  change: (page, _action: { trashed: false }, call) => restoreFromTrash(page, call),
  isAsBefore: ({ status }) => status === 'trashed',
  async restore(page, { version }, _action, call) {
    // Restoring created the next version; a later one is another user's change.
    if (page.version.number > version + 1) throw changedSince(page.id)
    await pagesOf(call.client).remove(call.client, page, false, call)
  }
})

/** Archives pages. The API cannot undo this. A site archives one page at a time. */
export const archivePages = {
  ...pageAdapter({
    isDone: ({ status }) => status === 'archived',
    change: ({ id }, _action: { archived: true }, call) => archivePage(call.client, id, call)
  }),
  concurrency: 1
}

/** Writes the next version, which restores the page. */
const restoreFromTrash = (page: Page, call: ConfluenceBulkCall): Promise<unknown> =>
  editPage(call.client, { page, number: page.version.number + 1, title: page.title, body: undefined, restore: true }, call)
