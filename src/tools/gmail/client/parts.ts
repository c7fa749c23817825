import { decodeWords } from 'postal-mime'
import { type ApiPart, readBytes, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { headerOf, plainText, textOf } from './text.ts'
import type { Turn } from './turn.ts'

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
}

/** A text whose size is beyond this is read as an attachment, by whoever wants it. */
const LARGEST_TEXT = 5 * 1024 * 1024

/** Its file name, also where Gmail left it as the header writes it. */
const nameOf = ({ filename = '' }: ApiPart): string => decodeWords(filename)

const isFile = (part: ApiPart): boolean =>
  (part.filename ?? '') !== '' || /^attachment/i.test(headerOf(part, 'content-disposition')) || !isReadable(part)

/** Text, or something that may hold text. */
const isReadable = ({ mimeType = 'text/plain' }: ApiPart): boolean => /^(multipart\/|text\/(plain|html)$)/i.test(mimeType)

/** The parts that are files, wherever they are in the tree. A message in the message is one file, whatever is in it. */
export function filesIn(part: ApiPart | undefined): ApiPart[] {
  if (!part) return []
  return isFile(part) ? [part] : (part.parts ?? []).flatMap(filesIn)
}

export const attachmentOf = (part: ApiPart): Attachment => ({
  part_id: part.partId ?? '',
  filename: nameOf(part),
  media_type: part.mimeType ?? 'application/octet-stream',
  size: part.body?.size ?? 0,
  inline: /^inline/i.test(headerOf(part, 'content-disposition'))
})

/** What the message says: of alternatives the one that is asked for, of several parts all. */
export function bodyOf(part: ApiPart | undefined, prefer: 'text' | 'html'): Body {
  const found = part ? textsIn(part, prefer) : []
  const kinds = new Set(found.map(({ kind }) => kind))
  if (prefer === 'html' && kinds.has('html'))
    return { kind: 'html', text: found.map(({ kind, text }) => (kind === 'html' ? text : preformatted(text))).join('\n') }
  const text = found.map(({ kind, text }) => (kind === 'html' ? plainText(text) : text)).join('\n\n')
  return { kind: kinds.size === 1 && kinds.has('html') ? 'text_from_html' : 'text', text }
}

interface Text {
  kind: 'text' | 'html'
  text: string
}

function textsIn(part: ApiPart, prefer: 'text' | 'html'): Text[] {
  if (isFile(part)) return []
  const mimeType = (part.mimeType ?? 'text/plain').toLowerCase()
  if (mimeType === 'multipart/alternative')
    return chosen(
      (part.parts ?? []).map(below => textsIn(below, prefer)),
      prefer
    )
  if (mimeType.startsWith('multipart/')) return (part.parts ?? []).flatMap(below => textsIn(below, prefer))
  const text = textOf(part, Buffer.from(part.body?.data ?? '', 'base64url')).replaceAll('\r\n', '\n')
  return text === '' ? [] : [{ kind: mimeType === 'text/html' ? 'html' : 'text', text }]
}

function chosen(alternatives: Text[][], prefer: 'text' | 'html'): Text[] {
  const filled = alternatives.filter(texts => texts.some(({ text }) => text.trim() !== ''))
  return filled.find(texts => texts.some(({ kind }) => kind === prefer)) ?? filled.at(-1) ?? []
}

const preformatted = (text: string): string => `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`

/** Fetches long texts, which Gmail leaves out of the message and hands out as it does attachments. */
export async function fillTexts(client: Gmail, messageId: string, part: ApiPart | undefined, turn: Turn): Promise<void> {
  if (!part || isFile(part)) return
  for (const below of part.parts ?? []) await fillTexts(client, messageId, below, turn)
  const { attachmentId, data, size = 0 } = part.body ?? {}
  if (attachmentId === undefined || data !== undefined) return
  if (size > LARGEST_TEXT) return turn.warn(`A text of ${size} bytes was left out of message ${messageId}`)
  const bytes = readBytes(await client.send({ path: `messages/${segment(messageId)}/attachments/${segment(attachmentId)}` }, turn))
  part.body = { size, data: bytes.toString('base64url') }
}
