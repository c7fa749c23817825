import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import type { StreamResult } from '../../../../contract/stream.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { text } from '../../../../lib/row.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { pageOf } from '../cursor.ts'
import { toAttachment } from '../mappers.ts'
import { cardRef } from '../resolve-names.ts'

const FIELDS = 'name,url,isUpload,bytes,mimeType,idMember,date'

/** Returns one page of the attachments of a card, oldest first. */
export async function listAttachments(trello: Trello, { card_id, ...page }: ListInput & { card_id: string }, call: TrelloCall) {
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/attachments`, query: { fields: FIELDS } }, call)
  return pageOf(rows.map(toAttachment), page, () => 0)
}

export async function addUrl(trello: Trello, { card_id, url, name }: { card_id: string; url: string; name?: string }, call: TrelloCall) {
  return toAttachment(await trello.row({ method: 'POST', path: `cards/${cardRef(card_id)}/attachments`, json: { url, name } }, call))
}

interface Upload {
  card_id: string
  filename: string
  file: Blob
  media_type: string
  name?: string
  set_cover: boolean
}

/** Uploads a file to a card. */
export async function uploadFile(trello: Trello, { card_id, filename, file, media_type, name, set_cover }: Upload, call: TrelloCall) {
  const body = new FormData()
  body.append('file', new File([file], filename, { type: media_type }))
  if (name !== undefined) body.append('name', name)
  body.append('mimeType', media_type)
  body.append('setCover', String(set_cover))
  return toAttachment(await trello.row({ method: 'POST', path: `cards/${cardRef(card_id)}/attachments`, body }, call))
}

/** Opens an uploaded file. Throws cannot_be_honoured for a link, which Trello does not store. */
export async function downloadFile(
  trello: Trello,
  { card_id, attachment_id }: { card_id: string; attachment_id: string },
  call: TrelloCall
): Promise<StreamResult> {
  const path = `cards/${cardRef(card_id)}/attachments/${attachment_id}`
  const row = await trello.row({ path, query: { fields: `${FIELDS},fileName` } }, call)
  const { is_upload, url, name } = toAttachment(row)
  if (!is_upload)
    throw new OperationError('cannot_be_honoured', `The attachment ${name} is a link, not a file.`, {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [`Open ${url} instead.`]
    })
  const filename = text(row, 'fileName') || decoded(url.split('/').at(-1) ?? '') || name
  const { headers, body } = await trello.download({ path: `${path}/download/${segment(filename, 'attachment_id')}` }, call)
  const length = Number(headers['content-length'] ?? Number.NaN)
  return { body, media_type: 'application/octet-stream', filename, ...(Number.isFinite(length) && { length }) }
}

/** Returns a text that is not URL-encoded as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export async function deleteAttachment(
  trello: Trello,
  { card_id, attachment_id }: { card_id: string; attachment_id: string },
  call: TrelloCall
) {
  await trello.send({ method: 'DELETE', path: `cards/${cardRef(card_id)}/attachments/${attachment_id}` }, call)
  return { id: attachment_id, deleted: true }
}
