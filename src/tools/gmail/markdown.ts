import { byteSize, fenced, inLine } from '../../lib/format.ts'
import type { FullMessage } from './client/messages/messages.ts'

/** Formats a message as Markdown. Its body is fenced, since it is untrusted data. */
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
  return `## ${inLine(subject) || '(no subject)'} (\`${id}\`)\n\n${facts.map(fact => `- ${inLine(fact)}`).join('\n')}\n\n${body === '' ? '[no body]' : fenced(body)}${rest}`
}
