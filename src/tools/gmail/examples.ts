import type { Static } from 'typebox'
import type { FullMessage } from './schemas.ts'

/** The last message of the conversation Launch plan, as the sandbox server has it. */
export const LAST_OF_LAUNCH_PLAN: Static<typeof FullMessage> = {
  id: '19b00000014f014f',
  thread_id: '19b00000014c014c',
  subject: 'Re: Launch plan',
  from: 'Bea Builder <bea@example.com>',
  to: 'Ada Example <ada@example.com>',
  date: '2025-12-09T23:00:00.000Z',
  snippet: 'I will read it over. Settled then.',
  labels: ['INBOX', 'IMPORTANT', 'Work/Projects'],
  unread: false,
  cc: '',
  bcc: '',
  reply_to: '',
  message_id: '<launch-3@example.com>',
  size: 391,
  body: 'I will read it over. Settled then.',
  body_format: 'text',
  body_length: 34,
  body_truncated: false,
  attachments: []
}
