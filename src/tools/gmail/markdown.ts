import { byteSize, fenced } from '../../lib/format.ts'
import type { FullMessage } from './client/messages.ts'

/** A message for an assistant to read. What it says is fenced: it is data. */
export function messageText(message: FullMessage): string {
  const { subject, from, to, cc, date, labels, id, body, body_length, body_truncated, attachments } = message
  const facts = [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc === '' ? [] : [`Cc: ${cc}`]),
    `Date: ${date ?? 'unknown'}`,
    `Labels: ${labels.join(', ') || 'none'}`,
    ...attachments.map(({ filename, media_type, size, part_id }) => `Attachment ${part_id}: ${filename} (${media_type}, ${byteSize(size)})`)
  ]
  const rest = body_truncated ? `\n\n[${body.length} of ${body_length} characters]` : ''
  return `## ${subject || '(no subject)'} (\`${id}\`)\n\n${facts.map(fact => `- ${fact}`).join('\n')}\n\n${body === '' ? '[no body]' : fenced(body)}${rest}`
}
