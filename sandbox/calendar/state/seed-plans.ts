import type { Calendar, Content, Person } from './model.ts'

export const ACCOUNT = 'ada@example.com'

const ZONE = 'Europe/Berlin'
const BO: Person = { email: 'bo@example.com', displayName: 'Bo Builder' }

/** An event of the seed data. It starts at a local time of its calendar, or on a day. */
export type Plan = Content & {
  start: string
  minutes?: number
  days?: number
  organizer?: Person
  /** Changed instances, by their original start. */
  changes?: (Content & { at: string; status?: string; start?: string })[]
}

const shared = { timeZone: ZONE, accessRole: 'owner', colorId: '9' } as const

export const CALENDARS: readonly Omit<Calendar, 'events' | 'access'>[] = [
  { ...shared, id: ACCOUNT, summary: 'Ada Example', primary: true, colorId: '14' },
  { ...shared, id: 'family@group.calendar.google.com', summary: 'Family' },
  { ...shared, id: 'playground@group.calendar.google.com', summary: 'Playground', description: 'Change whatever you like here.' },
  { ...shared, id: 'projects-north@group.calendar.google.com', summary: 'Projects', description: 'Of the north' },
  { ...shared, id: 'projects-south@group.calendar.google.com', summary: 'Projects', description: 'Of the south' },
  { ...shared, id: 'team@group.calendar.google.com', summary: 'Team', accessRole: 'writer' },
  { ...shared, id: 'bo@example.com', summary: 'Bo Builder', accessRole: 'reader' },
  { ...shared, id: 'de.german#holiday@group.v.calendar.google.com', summary: 'Holidays in Germany', accessRole: 'reader' },
  { ...shared, id: 'archive@group.calendar.google.com', summary: 'Archive', hidden: true }
]

const guests = (...emails: string[]) => emails.map(email => ({ email, responseStatus: 'accepted' }))

/** Tests and examples change these events, so there are only a few, with fixed titles. */
export const PLAYGROUND: readonly Plan[] = [
  { summary: 'Later: paint the fence', start: '2026-02-02T10:00', minutes: 60, location: 'Garden' },
  { summary: 'Later: mow the lawn', start: '2026-02-03T10:00', minutes: 60, description: 'Before it rains.' },
  { summary: 'Later: plant a tree', start: '2026-02-04T10:00', minutes: 90 },
  { summary: 'Open day', start: '2026-02-07', days: 2 },
  { summary: 'Board meeting', start: '2026-02-10T14:00', minutes: 120, attendees: guests('bo@example.com', 'cy@partner.example') },
  {
    summary: 'Practice',
    start: '2026-02-16T18:00',
    minutes: 45,
    recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
    changes: [{ at: '2026-02-18T18:00', start: '2026-02-18T19:00', summary: 'Practice, an hour later' }]
  },
  { summary: 'Choir', start: '2026-02-05T19:00', minutes: 90, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }
]

export const SERIES: readonly Plan[] = [
  {
    summary: 'Stand-up',
    start: '2026-01-05T09:15',
    minutes: 15,
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    attendees: guests('bo@example.com', 'cem@example.com', 'dora@example.com'),
    changes: [
      { at: '2026-01-14T09:15', start: '2026-01-14T11:00', location: 'Room 2' },
      { at: '2026-01-16T09:15', status: 'cancelled' }
    ]
  },
  { summary: 'Talk with Bo', start: '2026-01-06T13:00', recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2'], attendees: guests('bo@example.com') },
  { summary: 'Review of the month', start: '2026-01-30T15:00', minutes: 90, recurrence: ['RRULE:FREQ=MONTHLY;UNTIL=20261231T225959Z'] },
  { summary: 'Birthday of Dora', start: '2026-03-14', recurrence: ['RRULE:FREQ=YEARLY'], transparency: 'transparent' }
]

export const SPECIAL: readonly Plan[] = [
  {
    summary: 'Launch of the website',
    description: 'Who does what on the day. <b>Please</b> come.',
    location: 'Room 1, Hauptstraße 5, Berlin',
    start: '2026-03-02T10:00',
    minutes: 120,
    colorId: '11',
    attendees: [
      ...guests('bo@example.com', 'cem@example.com'),
      { email: 'dora@example.com', displayName: 'Dora Designer', responseStatus: 'tentative', optional: true },
      { email: 'press@partner.example', responseStatus: 'needsAction' },
      { email: 'room1@resource.calendar.google.com', displayName: 'Room 1', responseStatus: 'accepted', resource: true }
    ],
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 60 }] }
  },
  {
    summary: 'Dinner at Bo’s',
    start: '2026-01-24T19:00',
    minutes: 180,
    organizer: BO,
    attendees: [{ email: ACCOUNT, responseStatus: 'needsAction', self: true }, ...guests('cem@example.com')]
  },
  {
    summary: 'Webinar about nothing',
    start: '2026-01-26T16:00',
    organizer: { email: 'events@vendor.example' },
    attendees: [{ email: ACCOUNT, responseStatus: 'declined', self: true }]
  },
  { summary: 'Holiday in Lisbon', start: '2026-02-23', days: 5, location: 'Lisbon' },
  { summary: 'Dentist', start: '2026-01-20T08:00', minutes: 45, visibility: 'private' }
]

export const HOLIDAYS: readonly Plan[] = [
  { summary: 'Neujahr', start: '2026-01-01', transparency: 'transparent' },
  { summary: 'Karfreitag', start: '2026-04-03', transparency: 'transparent' },
  { summary: 'Ostermontag', start: '2026-04-06', transparency: 'transparent' },
  { summary: 'Tag der Arbeit', start: '2026-05-01', transparency: 'transparent' },
  { summary: 'Tag der Deutschen Einheit', start: '2026-10-03', transparency: 'transparent' }
]

export const ROUTINE: readonly (Content & { minutes?: number })[] = [
  { summary: 'Focus time' },
  { summary: 'Call with a customer', location: 'https://meet.example/customers', attendees: guests('sales@partner.example') },
  { summary: 'Design review', minutes: 60, attendees: guests('dora@example.com') },
  { summary: 'Write the report', minutes: 90 },
  { summary: 'Interview', minutes: 45, attendees: guests('cem@example.com', 'applicant@mail.example') },
  { summary: 'Budget', transparency: 'transparent' },
  { summary: 'Plan the sprint', minutes: 60, attendees: guests('bo@example.com', 'dora@example.com', 'cem@example.com') }
]
