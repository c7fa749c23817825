import { type Calendar, type Content, createState, type Person, type State } from './model.ts'
import { ACCOUNT, CALENDARS, HOLIDAYS, PLAYGROUND, type Plan, ROUTINE, SERIES, SPECIAL } from './seed-plans.ts'
import { type When, zoned } from './time.ts'

const CREATED_AT = Date.UTC(2025, 9, 1, 8)

/** Number of routine events: about one per eleven working hours. */
const ROUTINE_EVENTS = 180
const TEAM_EVENTS = 90

/** Returns a state that always has the same calendars and events. */
export function seedState(): State {
  const state = createState(ACCOUNT)
  for (const calendar of CALENDARS) state.calendars.set(calendar.id, { ...calendar, events: new Map(), access: new Map() })
  let number = 0
  const seed = (calendarId: string, plan: Plan): void => {
    const calendar = state.calendars.get(calendarId)
    if (calendar) add(state, calendar, plan, `s${String(++number).padStart(25, '0')}`)
  }
  for (const plan of PLAYGROUND) seed('playground@group.calendar.google.com', plan)
  for (const plan of SERIES) seed(ACCOUNT, plan)
  for (const plan of SPECIAL) seed(ACCOUNT, plan)
  for (const plan of HOLIDAYS) seed('de.german#holiday@group.v.calendar.google.com', plan)
  for (let index = 0; index < ROUTINE_EVENTS; index++) seed(ACCOUNT, routine(index, 9 + ((index * 2) % 8), Math.floor(index / 2)))
  for (let index = 0; index < TEAM_EVENTS; index++) seed('team@group.calendar.google.com', routine(index * 3, 10 + (index % 5), index))
  return state
}

const FIRST_DAY = '2026-01-05'
const WORKDAYS = 5
const HALF_HOUR = 30

function routine(index: number, hour: number, workday: number): Plan {
  const days = Math.floor(workday / WORKDAYS) * 7 + (workday % WORKDAYS)
  const date = Temporal.PlainDate.from(FIRST_DAY).add({ days }).toString()
  const { minutes = HALF_HOUR, ...content } = ROUTINE[index % ROUTINE.length] ?? { summary: 'Work' }
  return { ...content, start: `${date}T${String(hour).padStart(2, '0')}:00`, minutes }
}

function add(state: State, calendar: Calendar, plan: Plan, id: string): void {
  const { start: from, minutes = HALF_HOUR, days = 1, organizer, changes = [], ...content } = plan
  const version = state.nextVersion()
  const own: Person = calendar.primary ? { email: state.account } : { email: calendar.id, displayName: calendar.summary }
  const start = whenOf(from, calendar)
  const metadata = {
    id,
    order: version,
    version,
    created: CREATED_AT,
    updated: CREATED_AT + version * 60_000,
    status: 'confirmed',
    sequence: 0
  }
  const people = { organizer: organizer ?? own, creator: organizer ?? { email: state.account } }
  calendar.events.set(id, { ...metadata, ...content, ...people, start, end: endOf(start, minutes, days), eventType: 'default' })
  for (const { at, ...change } of changes) addChange(state, calendar, id, whenOf(at, calendar), change, minutes)
}

type Change = Content & { status?: string; start?: string }

/** Adds a changed instance of a series. */
function addChange(state: State, calendar: Calendar, seriesId: string, at: When, change: Change, minutes: number): void {
  const series = calendar.events.get(seriesId)
  if (!series || !('instant' in at)) return
  const { recurrence: _rule, ...rest } = series
  const { start: moved, ...content } = change
  const start = moved === undefined ? at : whenOf(moved, calendar)
  const id = `${seriesId}_${new Date(at.instant).toISOString().replace(/[-:]|\.\d+/g, '')}`
  const own = { recurringEventId: seriesId, originalStart: at, version: state.nextVersion(), start, end: endOf(start, minutes, 1) }
  calendar.events.set(id, { ...rest, ...content, ...own, id })
}

const whenOf = (text: string, { timeZone }: Calendar): When =>
  text.includes('T') ? { instant: Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds, timeZone } : { date: text }

function endOf(start: When, minutes: number, days: number): When {
  if ('date' in start) return { date: Temporal.PlainDate.from(start.date).add({ days }).toString() }
  return { instant: zoned(start.instant, start.timeZone).add({ minutes }).epochMilliseconds, timeZone: start.timeZone }
}
