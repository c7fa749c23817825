import { Type } from 'typebox'
import type { Page } from '../schemas.ts'
import { archivePage } from './archive.ts'
import { changedSince, changing, doing } from './bulk-change.ts'
import type { BulkTurn } from './bulk-select.ts'
import { movePage } from './move.ts'
import { pagesOf } from './sources.ts'
import { editPage } from './write.ts'

/** Puts pages below another one. */
export const moving = changing({
  Image: Type.Object({ parent_id: Type.String({ minLength: 1 }) }),
  imageOf: ({ parent_id }) => ({ parent_id: parent_id ?? '' }),
  isDone: ({ parent_id }, { target_id }: { target_id: string }) => parent_id === target_id,
  change: ({ id }, { target_id }, call) => movePage(call.client, { page_id: id, target_id, position: 'append' }, call),
  isAsBefore: ({ parent_id: now }, { parent_id }) => now === parent_id,
  restore: ({ id }, { parent_id }, _action, call) => movePage(call.client, { page_id: id, target_id: parent_id, position: 'append' }, call)
})

/** Puts pages into the trash. */
export const trashing = changing({
  needs_body: true,
  Image: Type.Object({ status: Type.String() }),
  imageOf: ({ status }) => ({ status }),
  isDone: ({ status }) => status === 'trashed',
  change: (page, _action: { trashed: true }, call) => pagesOf(call.client).remove(call.client, page, false, call),
  isAsBefore: (page, { status }) => page.status === status,
  async restore(page, { status }, _action, call) {
    await bringBack(page, call)
    if (status === 'archived') await archivePage(call.client, page.id, call)
  }
})

/** Brings pages back out of the trash. */
export const restoring = changing({
  needs_body: true,
  Image: Type.Object({ version: Type.Integer() }),
  imageOf: ({ version }) => ({ version: version.number }),
  isDone: ({ status }) => status !== 'trashed',
  change: (page, _action: { trashed: false }, call) => bringBack(page, call),
  isAsBefore: ({ status }) => status === 'trashed',
  async restore(page, { version }, _action, call) {
    // Coming back made the next version; a further one is somebody's work.
    if (page.version.number > version + 1) throw changedSince(page.id)
    await pagesOf(call.client).remove(call.client, page, false, call)
  }
})

/** Puts pages into the archive, from where this interface has no way back. The site archives one after another. */
export const archiving = {
  ...doing({
    isDone: ({ status }) => status === 'archived',
    change: ({ id }, _action: { archived: true }, call) => archivePage(call.client, id, call)
  }),
  concurrency: 1
}

/** As the next version of what it was. */
const bringBack = (page: Page, call: BulkTurn): Promise<unknown> =>
  editPage(call.client, { page, number: page.version.number + 1, title: page.title, body: undefined, restore: true }, call)
