import { type Static, Type } from 'typebox'
import type { BulkItem } from '../../../contract/bulk.ts'
import { attachmentsOf } from './attachments.ts'
import { type Done, each, ON_PAGES } from './bulk-change.ts'
import { type BulkTurn, pageIdOf } from './bulk-select.ts'
import { storageIn } from './content.ts'
import { findPage } from './pages.ts'

/** What the job keeps of a page: which version belongs into the archive, and how large it will be. */
export const Exported = Type.Object({
  space_key: Type.String(),
  version: Type.Integer(),
  bytes: Type.Integer(),
  attachments: Type.Integer(),
  attachment_bytes: Type.Integer()
})

async function note({ id }: BulkItem, call: BulkTurn): Promise<Done> {
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

/** The parts of the action that notes what is to be exported. */
export const exporting = {
  ...ON_PAGES,
  idempotent: true,
  cost_units: 2,
  executeBatch: (items: BulkItem[], _action: Record<string, never>, call: BulkTurn) => each(items, call, item => note(item, call))
}
