import { Type } from 'typebox'
import { stringEnum } from '../../contract/schema.ts'

const NO_BREAKS = { pattern: '^[^\\r\\n\\u0000]*$', 'x-form': 'without line breaks' }

const calendarName = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: 500, ...NO_BREAKS, description, ...options })

export const calendarInput = calendarName("Calendar: its ID or name, or `primary` for the account's own. Default primary", {
  default: 'primary',
  'x-aliases': ['calendar_id']
})

/** The primary calendar of an account can be updated, but not deleted. */
export const deletableCalendar = calendarName('Calendar: its ID or its name', { 'x-aliases': ['calendar_id'] })

export const toCalendar = (what: string) => calendarName(`${what}: its ID, its name, or \`primary\``, { 'x-aliases': ['destination'] })

export const someCalendars = Type.Array(calendarName("A calendar: its ID, its name, or `primary`; or a person's email address"), {
  minItems: 1,
  maxItems: 50,
  description: 'Calendars to query, 1 to 50'
})

export const eventId = (what: string) =>
  Type.String({ minLength: 1, maxLength: 1024, pattern: '^[^\\s/?#\\u0000]+$', 'x-form': 'an ID from Google', description: what })

export const anEvent = eventId('ID of an event, a series or an instance, as calendar_list_events returns it')

const TIME = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})?)?$'
const FORM = 'as 2026-03-01, 2026-03-01T09:00:00+01:00, or 2026-03-01T09:00:00 with time_zone'

const when = (what: string, otherwise = '', date = 'all day') =>
  Type.String({
    maxLength: 40,
    pattern: TIME,
    'x-form': FORM,
    description:
      `${what}: a time such as 2026-03-01T09:00:00+01:00 (offset optional with time_zone) or a date (${date}).${otherwise}`.replace(
        /\.$/,
        ''
      )
  })

/** A moment: a date stands for its midnight. */
export const bound = (what: string, otherwise = '') => when(what, otherwise, 'midnight')

export const startTime = when('Start')
export const endTime = Type.String({
  maxLength: 40,
  pattern: TIME,
  'x-form': FORM,
  description:
    'End, in the same form as start. For an all-day event, the day after its last day: a one-day event on 2026-03-01 ends on 2026-03-02'
})

export const timeZone = (what: string, otherwise = '') =>
  Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      'x-form': 'such as Europe/Berlin',
      description: `${what}, such as Europe/Berlin (IANA).${otherwise}`.replace(/\.$/, '')
    })
  )

/** Time bounds of events. As in Google's API, `time_min` applies to the end of an event and `time_max` to its start. */
const bounds = {
  time_min: Type.Optional(bound('Only events that end after this time', ' Default: no lower bound')),
  time_max: Type.Optional(bound('Only events that start before this time', ' Default: no upper bound'))
}

const BOUNDS_ZONE = 'of dates and times without an offset (required for them)'

/** Time zone of a list, whose rows contain times. */
export const listTimeZone = (otherwise: string) => timeZone(`Time zone of returned times (default: ${otherwise}), and ${BOUNDS_ZONE}`)

/** Time bounds of a list of events. */
export const span = { ...bounds, time_zone: listTimeZone("the calendar's") }

/** Time bounds of the events of a job. */
export const jobSpan = { ...bounds, time_zone: timeZone(`Time zone ${BOUNDS_ZONE}`) }

export const searchQuery = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    ...NO_BREAKS,
    description: 'Only events with all these words in the title, description, location or guests'
  })
)

export const includeDeleted = Type.Boolean({
  default: false,
  description: 'true: include deleted events, with the status cancelled. Default false'
})

export const sendUpdates = stringEnum(['all', 'external_only', 'none'], {
  description:
    "Who gets email. all: every guest; external_only: guests without Google Calendar; none: no one, so guests' calendars may be outdated"
})

const title = Type.String({ maxLength: 1000, ...NO_BREAKS, description: 'Title', 'x-aliases': ['title'] })

const DEFAULTS = {
  create: { shows_as: 'busy', visibility: 'default', color_id: "the calendar's color", reminders: "the calendar's reminders" },
  update: { shows_as: 'unchanged', visibility: 'unchanged', color_id: 'unchanged', reminders: 'unchanged' }
} as const
type Purpose = keyof typeof DEFAULTS

/** Properties of an event to create or to update. */
export const content = (purpose: Purpose) => ({
  summary: Type.Optional(title),
  description: Type.Optional(
    Type.String({ maxLength: 8192, description: 'Description; may contain simple HTML. At most 8,192 characters' })
  ),
  location: Type.Optional(Type.String({ maxLength: 1000, description: 'Location, at most 1,000 characters' })),
  shows_as: Type.Optional(
    stringEnum(['busy', 'free'], { description: `Whether the event shows the time as busy. Default: ${DEFAULTS[purpose].shows_as}` })
  ),
  visibility: Type.Optional(
    stringEnum(['default', 'public', 'private'], {
      description: `Who sees the details. default: as set for the calendar; public: its readers; private: guests. Default: ${DEFAULTS[purpose].visibility}`
    })
  ),
  color_id: Type.Optional(
    Type.String({
      maxLength: 2,
      pattern: '^\\d{1,2}$',
      'x-form': 'a number from 1 to 11',
      description: `Color: 1 to 11. Default: ${DEFAULTS[purpose].color_id}`
    })
  )
})

/** Description of an event in a job, which stores 2 KB per event. */
export const someDescription = Type.Optional(Type.String({ maxLength: 1500, description: 'Description, at most 1,500 characters' }))

export const reminders = (purpose: Purpose) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        method: stringEnum(['popup', 'email'], { default: 'popup', description: 'Kind of reminder. Default popup' }),
        minutes: Type.Integer({ minimum: 0, maximum: 40_320, description: 'Minutes before the start, 0 to 40,320 (four weeks)' })
      }),
      {
        maxItems: 5,
        description: `Reminders that replace the calendar's; an empty list: no reminders. Default: ${DEFAULTS[purpose].reminders}`
      }
    )
  )

const address = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
  'x-form': 'an address such as ann@example.com',
  description: 'Email address'
})

export const personAddress = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 320,
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      'x-form': 'an address such as ann@example.com',
      description
    })
  )

/** What guests other than the organizer may do. */
export const GUEST_RIGHTS = ['modify', 'invite_others', 'see_other_guests'] as const

export const guestsCan = (otherwise: string) =>
  Type.Optional(
    Type.Array(
      stringEnum(GUEST_RIGHTS, {
        description: 'Permission of all guests'
      }),
      { maxItems: 3, description: `What guests may do. Default: ${otherwise}` }
    )
  )

export const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const guest = Type.Object({
  email: address,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300, ...NO_BREAKS, description: 'Display name' })),
  optional: Type.Optional(Type.Boolean({ description: 'true: attendance is optional; otherwise required' }))
})

export const guests = (description: string) => Type.Array(guest, { maxItems: 200, default: [], description })

export const someGuests = Type.Array(guest, { maxItems: 20, description: 'Guests to invite, at most 20. Default: none' })

export const addresses = (description: string) => Type.Array(address, { maxItems: 200, default: [], description })

const rule = Type.String({
  maxLength: 2000,
  pattern: '^(RRULE|EXRULE|RDATE|EXDATE)[:;][^\\r\\n]*$',
  'x-form': 'a line such as RRULE:FREQ=WEEKLY;BYDAY=MO',
  description: 'A line: RRULE, EXRULE, RDATE or EXDATE'
})

export const recurrence = Type.Array(rule, {
  maxItems: 20,
  default: [],
  description: 'Recurrence, such as RRULE:FREQ=WEEKLY;COUNT=10, without DTSTART. With times, set time_zone. Default: none'
})

export const someRecurrence = Type.Optional(
  Type.Array(rule, {
    maxItems: 20,
    description: 'Recurrence, such as RRULE:FREQ=WEEKLY;COUNT=10, without DTSTART. With times, set time_zone. Default: none'
  })
)

export const newRecurrence = Type.Optional(
  Type.Array(rule, {
    minItems: 1,
    maxItems: 20,
    description: 'New recurrence, which replaces all lines of the current one. Default: unchanged'
  })
)

const fileUrl = Type.String({
  maxLength: 2000,
  pattern: '^https?://\\S+$',
  'x-form': 'an http:// or https:// URL',
  description: 'URL of the file, as Google Drive shows it'
})

export const files = (description: string) =>
  Type.Array(
    Type.Object({
      url: fileUrl,
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 300, ...NO_BREAKS, description: 'Title. Default: chosen by Google' }))
    }),
    { maxItems: 25, default: [], description }
  )

export const fileUrls = (description: string) => Type.Array(fileUrl, { maxItems: 25, default: [], description })

export const following = (effect: string) =>
  Type.Boolean({
    default: false,
    description: `true: with the ID of an instance, ${effect}. Default false: only that instance`
  })

export const ownId = Type.Optional(
  Type.String({
    maxLength: 1024,
    pattern: '^[a-v0-9]{5,1024}$',
    'x-form': 'of 5 to 1,024 digits and lowercase letters a to v',
    description:
      'ID for the event: 5 to 1,024 digits and letters a to v. Repeating the call with the same ID creates no second event. Default: a new ID, derived from idempotency_key if set'
  })
)

export const etag = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: '^"[^"\\r\\n]*"$',
    'x-form': 'in double quotes',
    description: 'etag of an earlier response, with its quotes: the call fails if the event has changed since. Default: any version'
  })
)
