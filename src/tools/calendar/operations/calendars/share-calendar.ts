import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf, type Requirement } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { MISSING_CALENDAR, SHARE } from '../../calendar-schemas.ts'
import { ROLES, shareCalendar } from '../../client/sharing.ts'
import { personAddress, toCalendar } from '../../inputs.ts'
import { calendar } from '../../tool.ts'

const PUBLIC = 'everyone must be true if set, and requires the role free_busy or reader.'

const publicReads: Requirement = {
  text: PUBLIC,
  check({ everyone, role }) {
    if (everyone === false) return { path: 'everyone', message: 'cannot be false', expected: PUBLIC }
    return everyone === true && role !== 'free_busy' && role !== 'reader'
      ? { path: 'role', message: `cannot be ${role} for everyone`, expected: PUBLIC }
      : undefined
  }
}

export default defineOperation(calendar, {
  name: 'share_calendar',
  summary: 'Add or update an access rule of a calendar, for a person, a domain or everyone',
  description:
    'Grants or changes access to a calendar: for a person or group (email), for all accounts of a domain, or for everyone on the internet. Use it to show a calendar to others or to let them change it; to invite someone to one event, use update_event. With everyone, the calendar becomes public, which needs confirmation, since others may keep copies of it for good. Only owners can share a calendar.',
  permission: { minimum: 'write', maximum: 'destructive', of: ({ everyone }) => (everyone === true ? 'destructive' : 'write') },
  http: 'POST /calendars/:calendar/shares',
  group: 'calendars',
  idempotent: true,
  see_also: ['calendar_list_shares', 'calendar_unshare_calendar', 'calendar_create_calendar'],
  asked_as: {
    en: [
      'share my calendar with a colleague',
      'let my assistant edit my calendar',
      'give the team access to the project calendar',
      'show my free times to the whole company',
      'make the calendar public',
      'let my wife look at my calendar',
      'Ben should be able to see my appointments',
      'allow the assistant to add meetings to my calendar',
      'give someone read access to our calendar',
      'everyone in the company may see our diary',
      'let her edit my agenda too',
      'open my calendar to the team'
    ]
  },
  input: Type.Object({
    calendar: toCalendar('Calendar'),
    email: personAddress('Address of the person or group'),
    domain: Type.Optional(
      Type.String({
        maxLength: 253,
        pattern: '^[^\\s@/.]+(?:\\.[^\\s@/.]+)+$',
        'x-form': 'a domain such as example.com',
        description: 'Domain whose accounts get access'
      })
    ),
    everyone: Type.Optional(Type.Boolean({ description: 'true: make the calendar public' })),
    role: stringEnum(ROLES, {
      description:
        'free_busy: see when the calendar is busy; reader: see all events; writer: change events as well; owner: also share and delete the calendar'
    }),
    notify: Type.Boolean({ default: true, description: 'Whether Google notifies the person or group by email. Default true' })
  }),
  requires: [oneOf('email', 'domain', 'everyone'), publicReads],
  output: Type.Object({ calendar_id: Type.String({ description: 'ID of the calendar' }), ...SHARE }),
  errors: MISSING_CALENDAR,
  examples: [
    {
      name: 'colleague',
      summary: 'A colleague may change events',
      input: { calendar: 'Playground', email: 'bo@example.com', role: 'writer', notify: false },
      output: {
        calendar_id: 'playground@group.calendar.google.com',
        id: 'user:bo@example.com',
        role: 'writer',
        with: 'user',
        name: 'bo@example.com'
      }
    },
    {
      name: 'public',
      summary: 'A calendar is made public only with confirmation',
      input: { calendar: 'Playground', everyone: true, role: 'reader' },
      error: { reason: 'confirmation_required' }
    },
    {
      name: 'public_writer',
      summary: 'A public calendar cannot be writable',
      input: { calendar: 'Playground', everyone: true, role: 'writer' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ calendar: id, email, domain, role }) =>
    `Give ${email ?? domain ?? 'everyone on the internet'} the role ${role} on the calendar ${id.slice(0, 80)}`,
  handler: (input, call) => shareCalendar(call.client, input, call)
})
