import { decodeWords } from 'postal-mime'
import { segment } from '../../../../lib/http/segment.ts'
import { removedWarnings, withoutInvisible } from '../../../../lib/invisible.ts'
import { TaskLimitError } from '../../../../lib/threads/errors.ts'
import { type ApiPart, readBytes } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { runMailTask } from '../run-mail-task.ts'
import { headerOf, textOf } from './headers.ts'
import type { PlainText } from './html-to-text.ts'

export interface Attachment {
  part_id: string
  filename: string
  media_type: string
  size: number
  inline: boolean
}

export type BodyKind = 'text' | 'html' | 'text_from_html'

export interface Body {
  kind: BodyKind
  text: string
  /** Warnings about text that was removed or could not be read. */
  warnings: string[]
}

/** Longer texts are not fetched as part of the body; they can be read with get_attachment. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024

/** Returns the file name. Gmail does not decode all of them. */
const fileNameOf = ({ filename = '' }: ApiPart): string => decodeWords(filename)

const isFile = (part: ApiPart): boolean =>
  (part.filename ?? '') !== '' || /^attachment/i.test(headerOf(part, 'content-disposition')) || !isReadable(part)

/** A text, or a multipart that may contain one. */
const isReadable = ({ mimeType = 'text/plain' }: ApiPart): boolean => /^(multipart\/|text\/(plain|html)$)/i.test(mimeType)

/** Returns the parts that are files, at any depth. An attached message is one file, whatever it contains. */
export function filesIn(part: ApiPart | undefined): ApiPart[] {
  if (!part) return []
  return isFile(part) ? [part] : (part.parts ?? []).flatMap(filesIn)
}

export const attachmentOf = (part: ApiPart): Attachment => ({
  part_id: part.partId ?? '',
  filename: fileNameOf(part),
  media_type: part.mimeType ?? 'application/octet-stream',
  size: part.body?.size ?? 0,
  inline: /^inline/i.test(headerOf(part, 'content-disposition'))
})

/** Returns the body: the preferred one of alternatives, and all of several parts. */
export async function bodyOf(part: ApiPart | undefined, prefer: 'text' | 'html', call: GmailCall): Promise<Body> {
  const found = part ? textsIn(part, prefer) : []
  const kinds = new Set(found.map(({ kind }) => kind))
  if (prefer === 'html' && kinds.has('html')) return await toHtml(found, call)
  const plain = kinds.has('html') ? await toPlainTexts(found, call) : found.map(cleanText)
  return {
    kind: kinds.size === 1 && kinds.has('html') ? 'text_from_html' : 'text',
    text: plain.map(({ text }) => text).join('\n\n'),
    warnings: [...new Set(plain.flatMap(({ warnings }) => warnings))]
  }
}

async function toHtml(texts: readonly Text[], call: GmailCall): Promise<Body> {
  const text = texts.map(({ kind, text }) => (kind === 'html' ? text : preformatted(text))).join('\n')
  return { kind: 'html', text, warnings: await runMailTask('warnings', text, call).catch(ifOverLimit([UNCHECKED])) }
}

/** Converts all HTML in one task, so that its limit is that of the message. */
async function toPlainTexts(texts: readonly Text[], call: GmailCall): Promise<PlainText[]> {
  const parts = texts.filter(({ kind }) => kind === 'html').map(({ text }) => text)
  const converted = await runMailTask('text', parts, call).catch(ifOverLimit<PlainText[]>([]))
  return texts.map(text => (text.kind === 'html' ? (converted.shift() ?? { text: '', warnings: [OMITTED] }) : cleanText(text)))
}

const OMITTED = 'HTML of the message needs too much time or memory to read, and was omitted. Use body: html for its source.'
const UNCHECKED = 'The HTML needs too much time or memory to check, and may contain text that is hidden from readers.'

/** For `.catch()`: returns this instead. Throws any other error. */
const ifOverLimit =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof TaskLimitError) return instead
    throw error
  }

function cleanText({ text }: Text): PlainText {
  const clean = withoutInvisible(text)
  return { text: clean.text, warnings: removedWarnings(clean.found) }
}

interface Text {
  kind: 'text' | 'html'
  text: string
}

function textsIn(part: ApiPart, prefer: 'text' | 'html'): Text[] {
  if (isFile(part)) return []
  const mimeType = (part.mimeType ?? 'text/plain').toLowerCase()
  if (mimeType === 'multipart/alternative')
    return chooseAlternative(
      (part.parts ?? []).map(below => textsIn(below, prefer)),
      prefer
    )
  if (mimeType.startsWith('multipart/')) return (part.parts ?? []).flatMap(below => textsIn(below, prefer))
  const text = textOf(part, Buffer.from(part.body?.data ?? '', 'base64url')).replaceAll('\r\n', '\n')
  return text === '' ? [] : [{ kind: mimeType === 'text/html' ? 'html' : 'text', text }]
}

function chooseAlternative(alternatives: Text[][], prefer: 'text' | 'html'): Text[] {
  const filled = alternatives.filter(texts => texts.some(({ text }) => text.trim() !== ''))
  return filled.find(texts => texts.some(({ kind }) => kind === prefer)) ?? filled.at(-1) ?? []
}

const preformatted = (text: string): string => `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`

/** Returns whether all texts of the message have been fetched. */
export const hasAllTexts = (part: ApiPart | undefined): boolean =>
  !part ||
  isFile(part) ||
  ((part.body?.attachmentId === undefined || part.body.data !== undefined) && (part.parts ?? []).every(hasAllTexts))

/** Fetches long texts, which Gmail omits from the message and serves as attachments. */
export async function fillTexts(client: Gmail, messageId: string, part: ApiPart | undefined, call: GmailCall): Promise<void> {
  if (!part || isFile(part)) return
  for (const below of part.parts ?? []) await fillTexts(client, messageId, below, call)
  const { attachmentId, data, size = 0 } = part.body ?? {}
  if (attachmentId === undefined || data !== undefined) return
  if (size > MAX_TEXT_BYTES) return call.warn(`A text of ${size} bytes was omitted from message ${messageId}`)

  const bytes = readBytes(
    await client.send({ path: `messages/${segment(messageId, 'message_id')}/attachments/${segment(attachmentId, 'attachment_id')}` }, call)
  )
  part.body = { size, data: bytes.toString('base64url') }
}
