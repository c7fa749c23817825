import { randomUUID } from 'node:crypto'
import type { ListInput } from '../../../contract/operation.ts'
import { cursorOf, placeOf, totalOf } from '../../../lib/google/cursor.ts'
import { readDraft, readList, readMessage, segment } from './api.ts'
import { type Labelled, labelled } from './change.ts'
import { type Composed, compose, type Letter } from './compose.ts'
import type { Gmail } from './gmail.ts'
import { inParallel } from './in-parallel.ts'
import { summarize, unlessGone } from './messages.ts'
import type { Turn } from './turn.ts'

/** JSON takes messages up to 5 MB; larger ones are uploaded. */
const LARGEST_IN_JSON = 3 * 1024 * 1024

/** Sends a letter, or tells what would be sent. */
export async function sendMessage(client: Gmail, { dry_run, ...letter }: Letter & { dry_run: boolean }, turn: Turn) {
  const composed = await compose(client, letter, turn)
  const facts = factsOf(composed)
  if (dry_run) return { id: null, thread_id: composed.threadId ?? null, labels: [], ...facts, dry_run }
  const { raw, threadId } = composed
  const body = await handIn(client, 'messages/send', raw, threadId === undefined ? {} : { threadId }, turn)
  return { ...(await labelled(client, readMessage(body), turn)), ...facts, dry_run }
}

export async function createDraft(client: Gmail, letter: Letter, turn: Turn) {
  const composed = await compose(client, letter, turn)
  const { raw, threadId } = composed
  const { id, message } = readDraft(await handIn(client, 'drafts', raw, { message: threadId === undefined ? {} : { threadId } }, turn))
  return { draft_id: id, message_id: message.id, thread_id: message.threadId, ...factsOf(composed) }
}

export async function sendDraft(client: Gmail, draftId: string, turn: Turn): Promise<Labelled> {
  const body = await client.send({ path: 'drafts/send', method: 'POST', json: { id: draftId } }, turn)
  return await labelled(client, readMessage(body), turn)
}

export async function deleteDraft(client: Gmail, draftId: string, turn: Turn) {
  await client.send({ path: `drafts/${segment(draftId)}`, method: 'DELETE' }, turn)
  return { draft_id: draftId, deleted: true }
}

/** Drafts, the newest first, as a list shows messages. */
export async function listDrafts(client: Gmail, input: ListInput, turn: Turn) {
  const { token, seen } = placeOf(input.cursor, 'drafts')
  const query = { maxResults: input.limit, ...(token !== undefined && { pageToken: token }) }
  const { drafts = [], nextPageToken } = readList(await client.send({ path: 'drafts', query }, turn))
  const found = await inParallel(drafts, ({ id }) => unlessGone(draftOf(client, id, turn)))
  const listed = seen + drafts.length
  return {
    items: found.filter(draft => draft !== undefined),
    next_cursor: nextPageToken === undefined ? null : cursorOf(nextPageToken, listed, 'drafts'),
    total: totalOf(listed, nextPageToken === undefined),
    untrusted: true
  }
}

async function draftOf(client: Gmail, draftId: string, turn: Turn) {
  const { message } = readDraft(await client.send({ path: `drafts/${segment(draftId)}`, query: { format: 'metadata' } }, turn))
  const { id, thread_id, subject, to, date, snippet } = await summarize(client, message, turn)
  return { draft_id: draftId, message_id: id, thread_id, subject, to, date, snippet }
}

const factsOf = ({ to, cc, bcc, subject, raw }: Composed) => ({ to, cc, bcc, subject, size: raw.length })

/** Hands a message in: within JSON, or as an upload after the JSON that tells of it. */
async function handIn(client: Gmail, path: string, raw: Buffer, about: { threadId?: string; message?: object }, turn: Turn) {
  if (raw.length <= LARGEST_IN_JSON) {
    const encoded = raw.toString('base64url')
    const json = about.message ? { message: { ...about.message, raw: encoded } } : { ...about, raw: encoded }
    return await client.send({ path, method: 'POST', json }, turn)
  }
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(about)}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/related; boundary=${boundary}` }
  return await client.send(
    { path: `/upload/gmail/v1/users/me/${path}`, method: 'POST', query: { uploadType: 'multipart' }, body, headers },
    turn
  )
}
