import { segment } from '../../../../lib/http/segment.ts'
import { readRawMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import type { EncodedAttachment, OutgoingMessage } from './message.ts'
import { parseRaw } from './parse-raw.ts'

/** A message to forward, with the headers that show where it came from. */
interface ForwardedMessage {
  threadId: string
  messageId: string
  references: string
  subject: string
  text: string
  html: string | undefined
  attachments: EncodedAttachment[]
  headers: [name: string, value: string][]
}

/** A forwarded message may be as large as Gmail delivers: 25 MB, and a third more in base64. */
const MAX_RESPONSE_BYTES = 50 * 1024 * 1024

export async function forwardedMessage(client: Gmail, id: string | undefined, call: GmailCall): Promise<ForwardedMessage | undefined> {
  if (id === undefined) return undefined
  const path = `messages/${segment(id, 'forward_message_id')}`
  const { threadId, raw } = readRawMessage(await client.send({ path, query: { format: 'raw' }, max_body_bytes: MAX_RESPONSE_BYTES }, call))
  const { message_id = '', references, subject, text, html, attachments, from = '', to, cc, date } = await parseRaw(raw, call)
  const headers: [string, string][] = [
    ['From', from],
    ['Date', date],
    ['Subject', subject],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')]
  ]
  return {
    threadId,
    messageId: message_id,
    references: `${references} ${message_id}`.trim(),
    subject,
    text: text ?? '',
    html,
    attachments,
    headers: headers.filter(([, value]) => value !== '')
  }
}

const TITLE = '---------- Forwarded message ---------'

/** Returns the texts of a message with those of the forwarded one below them. It has HTML if one of the two has. */
export function withForwarded({ text, html }: OutgoingMessage, original: ForwardedMessage): { text: string; html?: string } {
  const block = [TITLE, ...original.headers.map(([name, value]) => `${name}: ${value}`)]
  const plain = [text ?? '', block.join('\n'), original.text].filter(part => part !== '').join('\n\n')
  if (html === undefined && original.html === undefined) return { text: plain }
  const own = html ?? toHtml(text ?? '')
  const quoted = original.html ?? toHtml(original.text)
  return { text: plain, html: `${own}<br><div class="gmail_quote">${block.map(escapeHtml).join('<br>')}<br><br>${quoted}</div>` }
}

const toHtml = (text: string): string => (text === '' ? '' : `<div style="white-space: pre-wrap">${escapeHtml(text)}</div>`)

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
