import { Type } from 'typebox'
import type { Page } from '../schemas.ts'
import { changing } from './bulk-change.ts'
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

/** Puts pages into the trash, or brings them back. What is brought back is the next version of what it was. */
export const trashing = changing({
  needs_body: true,
  Image: Type.Object({ status: Type.String() }),
  imageOf: ({ status }) => ({ status }),
  isDone: ({ status }, { trashed }: { trashed: boolean }) => (status === 'trashed') === trashed,
  change: (page, { trashed }, call) => put(page, trashed, call),
  isAsBefore: (page, { status }) => page.status === status,
  restore: (page, _before, { trashed }, call) => put(page, !trashed, call)
})

function put(page: Page, trashed: boolean, call: BulkTurn): Promise<unknown> {
  if (trashed) return pagesOf(call.client).remove(call.client, page, false, call)
  return editPage(call.client, { page, number: page.version.number + 1, title: page.title, body: undefined, restore: true }, call)
}
