import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'

const NO_BREAKS = { pattern: '^[^\\r\\n\\u0000]*$', 'x-form': 'without line breaks' }

const calendarName = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: 500, ...NO_BREAKS, description, ...options })

export const calendarInput = calendarName('Calendar: its id, its name, or primary for that of the account. Default primary', {
  default: 'primary',
  'x-aliases': ['calendar_id']
})

export const toCalendar = (what: string) => calendarName(`${what}: its id, its name, or primary`, { 'x-aliases': ['destination'] })

export const someCalendars = Type.Array(calendarName('A calendar: its id, its name, or primary; also the address of a person'), {
  minItems: 1,
  maxItems: 50,
  description: 'Calendars to ask for, 1 to 50'
})

export const eventId = (what: string) =>
  Type.String({ minLength: 1, maxLength: 1024, pattern: '^[^\\s/?#\\u0000]+$', 'x-form': 'an id as Google gives it', description: what })

export const anEvent = eventId('Id of the event, as calendar_list_events answers it; of a series, or of one instance of it')

const TIME = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})?)?$'
const FORM = 'as 2026-03-01, 2026-03-01T09:00:00+01:00, or 2026-03-01T09:00:00 with time_zone'

export const when = (what: string) =>
  Type.String({
    maxLength: 40,
    pattern: TIME,
    'x-form': FORM,
    description: `${what}: a time with its offset (2026-03-01T09:00:00+01:00), or without one in time_zone; or a date for a whole day (2026-03-01)`
  })

export const startTime = when('When it begins')
export const endTime = Type.String({
  maxLength: 40,
  pattern: TIME,
  'x-form': FORM,
  description:
    'When it ends, written as start is. Of whole days the day after the last one: an event of one day on 2026-03-01 ends 2026-03-02'
})

export const timeZone = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      'x-form': 'as Europe/Berlin',
      description: `${what}: an IANA time zone, such as Europe/Berlin`
    })
  )

/** Which events by their time. Both bounds are Google's, and not what one might expect of them. */
export const span = {
  time_min: Type.Optional(when('Only events that end after this; one that began before is among them. Absent: from the first on')),
  time_max: Type.Optional(when('Only events that begin before this; one that ends after is among them. Absent: without end')),
  time_zone: timeZone(
    'Zone of bounds without offset, and in which times are answered. Absent: bounds need an offset, and times are in the zone of the calendar'
  )
}

export const searchWords = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    ...NO_BREAKS,
    description: 'Only events with all these words in title, description, place, or names and addresses of people'
  })
)

export const includeDeleted = Type.Boolean({
  default: false,
  description: 'true: also what was deleted, with the status cancelled. Default false'
})

export const sendUpdates = words(['all', 'external_only', 'none'], {
  description:
    'Who gets mail about it. all: every guest; external_only: guests without Google Calendar; none: nobody, and their own calendars may then not show the change'
})

const title = Type.String({ maxLength: 1000, ...NO_BREAKS, description: 'Title', 'x-aliases': ['title'] })

export const content = {
  summary: Type.Optional(title),
  description: Type.Optional(
    Type.String({ maxLength: 8192, description: 'What it is about; may hold simple HTML. At most 8,192 characters' })
  ),
  location: Type.Optional(Type.String({ maxLength: 1000, description: 'Where it is: free text, at most 1,000 characters' })),
  shows_as: Type.Optional(words(['busy', 'free'], { description: 'Whether the time counts as taken. Absent: busy for what is new' })),
  visibility: Type.Optional(
    words(['default', 'public', 'private'], {
      description: 'Who sees its details. Absent: default for what is new, which is that of the calendar'
    })
  ),
  color_id: Type.Optional(
    Type.String({
      maxLength: 2,
      pattern: '^\\d{1,2}$',
      'x-form': 'a number from 1 to 11',
      description: 'Colour: 1 to 11. Absent: that of the calendar'
    })
  )
}

/** Of an event in a job, which keeps 2 KB of each. */
export const someDescription = Type.Optional(Type.String({ maxLength: 1500, description: 'What it is about; at most 1,500 characters' }))

export const reminders = Type.Optional(
  Type.Array(
    Type.Object({
      method: words(['popup', 'email'], { default: 'popup', description: 'How to remind. Default popup' }),
      minutes: Type.Integer({ minimum: 0, maximum: 40_320, description: 'Minutes before it begins, 0 to 40,320 (four weeks)' })
    }),
    { maxItems: 5, description: 'Reminders in place of those of the calendar; an empty list: none. Absent: as the calendar has them' }
  )
)

const address = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
  'x-form': 'an address, as ann@example.com',
  description: 'Mail address'
})

const guest = Type.Object({
  email: address,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300, ...NO_BREAKS, description: 'Name, as it is shown' })),
  optional: Type.Optional(Type.Boolean({ description: 'true: need not come. Absent: is expected' }))
})

export const guests = (description: string) => Type.Array(guest, { maxItems: 200, default: [], description })

export const someGuests = Type.Array(guest, { maxItems: 20, description: 'Whom to invite, at most 20. Absent: nobody' })

export const addresses = (description: string) => Type.Array(address, { maxItems: 200, default: [], description })

const rule = Type.String({
  maxLength: 2000,
  pattern: '^(RRULE|EXRULE|RDATE|EXDATE)[:;][^\\r\\n]*$',
  'x-form': 'a line as RRULE:FREQ=WEEKLY;BYDAY=MO',
  description: 'A line of RFC 5545: RRULE, EXRULE, RDATE or EXDATE'
})

export const recurrence = Type.Array(rule, {
  maxItems: 20,
  default: [],
  description:
    'How it is repeated: lines of RFC 5545 such as RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10, without DTSTART; times need time_zone then. Default: once'
})

export const someRecurrence = Type.Optional(
  Type.Array(rule, {
    maxItems: 20,
    description:
      'How it is repeated: lines of RFC 5545 such as RRULE:FREQ=WEEKLY;COUNT=10, without DTSTART; times need time_zone then. Absent: once'
  })
)

export const newRecurrence = Type.Optional(
  Type.Array(rule, { minItems: 1, maxItems: 20, description: 'New rule of a series, in place of all its lines. Absent: as it is' })
)

export const ownId = Type.Optional(
  Type.String({
    maxLength: 1024,
    pattern: '^[a-v0-9]{5,1024}$',
    'x-form': 'of 5 to 1,024 digits and small letters a to v',
    description:
      'Id that it shall have: 5 to 1,024 digits and letters a to v. The same call with the same id makes no second event. Absent: a new one, the same for the same idempotency_key'
  })
)

export const etag = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: '^"[^"\\r\\n]*"$',
    'x-form': 'in double quotes',
    description: 'Only if it is still as then: etag of an earlier answer, with its quotes. Absent: however it is now'
  })
)
