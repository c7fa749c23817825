import type { ListInput } from '../../../contract/operation.ts'
import type { Trello, Turn } from './connection.ts'
import { pageOf } from './cursor.ts'
import { cardRef } from './resolve.ts'
import { attachmentOf } from './shapes.ts'

const FIELDS = 'name,url,isUpload,bytes,mimeType,idMember,date'

/** In the order of their making. */
export async function listAttachments(trello: Trello, { card_id, ...page }: ListInput & { card_id: string }, turn: Turn) {
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/attachments`, query: { fields: FIELDS } }, turn)
  return pageOf(rows.map(attachmentOf), page, () => 0)
}

export async function addUrl(trello: Trello, { card_id, url, name }: { card_id: string; url: string; name?: string }, turn: Turn) {
  return attachmentOf(await trello.row({ method: 'POST', path: `cards/${cardRef(card_id)}/attachments`, json: { url, name } }, turn))
}

export async function deleteAttachment(trello: Trello, { card_id, attachment_id }: { card_id: string; attachment_id: string }, turn: Turn) {
  await trello.send({ method: 'DELETE', path: `cards/${cardRef(card_id)}/attachments/${attachment_id}` }, turn)
  return { id: attachment_id, deleted: true }
}
