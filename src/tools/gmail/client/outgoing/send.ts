import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import type { ListInput } from '../../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../../lib/google/page-cursor.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { readDraft, readList, readRawDraft, writtenDraft, writtenMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { type LabeledMessage, withLabelNames } from '../messages/change.ts'
import { type BodyOptions, summarize, toFullMessage, undefinedIfMissing } from '../messages/messages.ts'
import { MAX_CONCURRENT_REQUESTS } from '../quota.ts'
import { type ComposedMessage, compose, decodeAttachments, encode, limited, refusal } from './compose.ts'
import type { EncodedAttachment, GivenAttachment, OutgoingMessage } from './message.ts'
import { parseRaw } from './parse-raw.ts'

/** Gmail accepts messages of up to 5 MB in JSON, where base64 adds a third. Larger ones are uploaded. */
const MAX_BYTES_IN_JSON = 3 * 1024 * 1024

/** Sends a message, or with `dry_run` only composes it. */
export async function sendMessage(client: Gmail, { dry_run, ...message }: OutgoingMessage & { dry_run: boolean }, call: GmailCall) {
  const composed = await compose(client, message, call)
  const facts = summaryOf(composed)
  if (dry_run) return { id: null, thread_id: composed.threadId ?? null, labels: [], ...facts, dry_run }
  const { raw, threadId } = composed
  const body = await upload(client, 'messages/send', raw, threadId === undefined ? {} : { threadId }, call)
  return { ...(await withLabelNames(client, writtenMessage(body), call)), ...facts, dry_run }
}

export async function createDraft(client: Gmail, outgoing: OutgoingMessage, call: GmailCall) {
  const composed = await compose(client, outgoing, call)
  const { raw, threadId } = composed
  const { id, message } = writtenDraft(await upload(client, 'drafts', raw, { message: threadId === undefined ? {} : { threadId } }, call))
  return { draft_id: id, message_id: message.id, thread_id: message.threadId, ...summaryOf(composed) }
}

/** Returns a draft with its headers, body and attachment list. */
export async function getDraft(client: Gmail, draft_id: string, options: BodyOptions & { body_offset: number }, call: GmailCall) {
  const path = `drafts/${segment(draft_id, 'draft_id')}`
  const { message } = readDraft(await client.send({ path, query: { format: 'full' } }, call))
  return { draft_id, ...(await toFullMessage(client, message, options, call)), untrusted: true }
}

export interface DraftChange extends Partial<Omit<OutgoingMessage, 'reply_to_message_id' | 'reply_all' | 'forward_message_id'>> {
  draft_id: string
  attachments: GivenAttachment[]
  remove_attachments: string[]
  clear: ('to' | 'cc' | 'bcc' | 'subject')[]
}

/**
 * Updates the given parts of a draft. Gmail replaces the whole message, so it is read and composed again. Text and HTML show the same content, so if only
 * one of them is given, the other is removed.
 */
export async function updateDraft(client: Gmail, { draft_id, clear, remove_attachments, ...change }: DraftChange, call: GmailCall) {
  const path = `drafts/${segment(draft_id, 'draft_id')}`
  const { message } = readRawDraft(await client.send({ path, query: { format: 'raw' }, max_body_bytes: MAX_RAW_BYTES }, call))
  const before = await parseRaw(message.raw, call)
  const { references, in_reply_to: messageId } = before
  const cleared = (name: DraftChange['clear'][number]): boolean => clear.includes(name)
  const hasBody = change.text !== undefined || change.html !== undefined
  const composed = {
    to: cleared('to') ? [] : (change.to ?? before.to),
    cc: cleared('cc') ? [] : (change.cc ?? before.cc),
    bcc: cleared('bcc') ? [] : (change.bcc ?? before.bcc),
    subject: cleared('subject') ? '' : (change.subject ?? before.subject)
  }
  const raw = await encode({
    ...composed,
    from: change.from ?? before.from,
    reply_to: change.reply_to ?? before.reply_to,
    text: hasBody ? change.text : before.text,
    html: hasBody ? change.html : before.html,
    threading: messageId === undefined ? undefined : { messageId, references },
    attachments: limited([...remainingAttachments(before.attachments, remove_attachments), ...decodeAttachments(change.attachments)]),
    ...(before.message_id !== undefined && { message_id: before.message_id })
  })
  const written = writtenDraft(await upload(client, path, raw, { message: { threadId: message.threadId } }, call, 'PUT'))
  return { draft_id: written.id, message_id: written.message.id, thread_id: written.message.threadId, ...summaryOf({ ...composed, raw }) }
}

/** A draft may be as large as Gmail sends: 25 MB, and a third more in base64. */
const MAX_RAW_BYTES = 50 * 1024 * 1024

/** Returns the attachments that stay. Throws file_not_found if there is none of a name. */
function remainingAttachments(before: EncodedAttachment[], remove: readonly string[]): EncodedAttachment[] {
  const missing = remove.filter(name => !before.some(({ filename }) => filename === name))
  if (missing.length > 0)
    throw refusal('file_not_found', `The draft has no attachment ${missing.join(', ')}.`, {
      suggestions: before.flatMap(({ filename }) => filename || [])
    })
  return before.filter(({ filename }) => !remove.includes(filename || ''))
}

export async function sendDraft(client: Gmail, draftId: string, call: GmailCall): Promise<LabeledMessage> {
  const body = await client.send({ path: 'drafts/send', method: 'POST', json: { id: draftId } }, call)
  return await withLabelNames(client, writtenMessage(body), call)
}

export async function deleteDraft(client: Gmail, draftId: string, call: GmailCall) {
  await client.send({ path: `drafts/${segment(draftId, 'draft_id')}`, method: 'DELETE' }, call)
  return { draft_id: draftId, deleted: true }
}

/** Returns one page of the drafts, newest first. */
export async function listDrafts(client: Gmail, input: ListInput, call: GmailCall) {
  const { token, seen } = decodePageCursor(input.cursor, 'drafts')
  const query = { maxResults: input.limit, ...(token !== undefined && { pageToken: token }) }
  const { drafts = [], nextPageToken } = readList(await client.send({ path: 'drafts', query }, call))
  const found = await pMap(drafts, ({ id }) => undefinedIfMissing(draftOf(client, id, call)), { concurrency: MAX_CONCURRENT_REQUESTS })
  const listed = seen + drafts.length
  return {
    items: found.filter(draft => draft !== undefined),
    next_cursor: nextPageToken === undefined ? null : encodePageCursor(nextPageToken, listed, 'drafts'),
    total: countedTotal(listed, nextPageToken === undefined),
    untrusted: true
  }
}

async function draftOf(client: Gmail, draftId: string, call: GmailCall) {
  const { message } = readDraft(await client.send({ path: `drafts/${segment(draftId, 'draft_id')}`, query: { format: 'metadata' } }, call))
  const { id, thread_id, subject, to, date, snippet } = await summarize(client, message, call)
  return { draft_id: draftId, message_id: id, thread_id, subject, to, date, snippet }
}

const summaryOf = ({ to, cc, bcc, subject, raw }: ComposedMessage) => ({ to, cc, bcc, subject, size: raw.length })

/** Sends the raw message: in JSON, or if it is large as a multipart upload after its JSON metadata. */
async function upload(
  client: Gmail,
  path: string,
  raw: Buffer,
  metadata: { threadId?: string; message?: object },
  call: GmailCall,
  method: 'POST' | 'PUT' = 'POST'
) {
  if (raw.length <= MAX_BYTES_IN_JSON) {
    const encoded = raw.toString('base64url')
    const json = metadata.message ? { message: { ...metadata.message, raw: encoded } } : { ...metadata, raw: encoded }
    return await client.send({ path, method, json }, call)
  }
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}
\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/related; boundary=${boundary}` }
  return await client.send({ path: `/upload/gmail/v1/users/me/${path}`, method, query: { uploadType: 'multipart' }, body, headers }, call)
}
