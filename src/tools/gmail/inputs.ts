import { Type } from 'typebox'
import { labelNames, line } from './schemas.ts'

const day = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^\\d{4}-\\d{2}-\\d{2}([T ][0-9:.]+(Z|[+-]\\d{2}:?\\d{2}))?$',
      'x-form': 'as 2026-01-31 or 2026-01-31T12:00:00Z',
      description: `${what}: a date (from midnight UTC) or a time with its offset, ISO 8601`
    })
  )

const wanted = (maxLength: number, description: string, options: Record<string, unknown> = {}) =>
  Type.Optional(line(maxLength, description, options))

/** Which messages are meant: those that fit all that is given. */
export const mailFilters = {
  query: wanted(1000, 'A search in the language of Gmail, sent as it is'),
  from: wanted(300, 'Name or address of the sender', { 'x-aliases': ['sender'] }),
  to: wanted(300, 'Name or address of a recipient'),
  subject: wanted(300, 'Words of the subject, in this order'),
  text: wanted(300, 'Words anywhere in the message, in this order'),
  labels: labelNames('Labels that the message must all have, by name or id. Default: any'),
  after: day('Received then or later'),
  before: day('Received before that'),
  unread: Type.Optional(Type.Boolean({ description: 'true: only unread ones; false: only read ones. Absent: both' })),
  has_attachment: Type.Optional(Type.Boolean({ description: 'true: only with attachments; false: only without. Absent: both' })),
  include_spam_trash: Type.Boolean({ default: false, description: 'true: also spam and trash. Default false' })
}
