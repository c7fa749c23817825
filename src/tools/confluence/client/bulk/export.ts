import { type Static, Type } from 'typebox'
import type { BulkItem } from '../../../../contract/bulk.ts'
import { forEachItem, type ItemResult } from '../../../../contract/each-item.ts'
import { attachmentsOf } from '../attachments/attachments.ts'
import { storageIn } from '../content/content.ts'
import { findPage } from '../pages/pages.ts'
import { ON_PAGES, toItemError } from './page-adapter.ts'
import { type ConfluenceBulkCall, pageIdOf } from './select.ts'

/** Data stored for a page: the version to export, and its size. */
export const Exported = Type.Object({
  space_key: Type.String(),
  version: Type.Integer(),
  bytes: Type.Integer(),
  attachments: Type.Integer(),
  attachment_bytes: Type.Integer()
})

async function record({ id }: BulkItem, call: ConfluenceBulkCall): Promise<ItemResult> {
  const page = await findPage(call.client, { page_id: pageIdOf(id) }, { format: 'storage', anyStatus: true }, call)
  const data: Static<typeof Exported> = {
    space_key: page.space.key,
    version: page.version.number,
    bytes: Buffer.byteLength(storageIn(page)),
    attachments: 0,
    attachment_bytes: 0
  }
  for await (const { attachment } of attachmentsOf(call.client, page, call)) {
    data.attachments++
    data.attachment_bytes += attachment.metadata.file_size ?? 0
  }
  return { outcome: 'succeeded', data }
}

/** The bulk adapter that records what to export. */
export const exportPages = {
  ...ON_PAGES,
  idempotent: true,
  cost_units: 2,
  executeBatch: (items: BulkItem[], _action: Record<string, never>, call: ConfluenceBulkCall) =>
    forEachItem(items, call, item => record(item, call), toItemError)
}
