import { type Calendar, type Content, createState, type Person, type State } from './model.ts'
import { ACCOUNT, CALENDARS, HOLIDAYS, PLAYGROUND, type Plan, ROUTINE, SERIES, SPECIAL } from './seed-plans.ts'
import { type When, zoned } from './time.ts'

const MADE = Date.UTC(2025, 9, 1, 8)

/** Routine events of the account: that many, one every eleven working hours or so. */
const ROUTINE_EVENTS = 180
const TEAM_EVENTS = 90

/** The same calendars with the same events, whenever it runs. */
export function seedState(): State {
  const state = createState(ACCOUNT)
  for (const calendar of CALENDARS) state.calendars.set(calendar.id, { ...calendar, events: new Map() })
  let number = 0
  const put = (calendarId: string, plan: Plan): void => {
    const calendar = state.calendars.get(calendarId)
    if (calendar) add(state, calendar, plan, `s${String(++number).padStart(25, '0')}`)
  }
  for (const plan of PLAYGROUND) put('playground@group.calendar.google.com', plan)
  for (const plan of SERIES) put(ACCOUNT, plan)
  for (const plan of SPECIAL) put(ACCOUNT, plan)
  for (const plan of HOLIDAYS) put('de.german#holiday@group.v.calendar.google.com', plan)
  for (let turn = 0; turn < ROUTINE_EVENTS; turn++) put(ACCOUNT, routine(turn, 9 + ((turn * 2) % 8), Math.floor(turn / 2)))
  for (let turn = 0; turn < TEAM_EVENTS; turn++) put('team@group.calendar.google.com', routine(turn * 3, 10 + (turn % 5), turn))
  return state
}

const FIRST_DAY = '2026-01-05'
const WORKDAYS = 5
const HALF_HOUR = 30

function routine(turn: number, hour: number, workday: number): Plan {
  const days = Math.floor(workday / WORKDAYS) * 7 + (workday % WORKDAYS)
  const date = Temporal.PlainDate.from(FIRST_DAY).add({ days }).toString()
  const { minutes = HALF_HOUR, ...content } = ROUTINE[turn % ROUTINE.length] ?? { summary: 'Work' }
  return { ...content, start: `${date}T${String(hour).padStart(2, '0')}:00`, minutes }
}

function add(state: State, calendar: Calendar, plan: Plan, id: string): void {
  const { start: from, minutes = HALF_HOUR, days = 1, organizer, changes = [], ...content } = plan
  const version = state.nextVersion()
  const own: Person = calendar.primary ? { email: state.account } : { email: calendar.id, displayName: calendar.summary }
  const start = whenOf(from, calendar)
  const made = { id, order: version, version, created: MADE, updated: MADE + version * 60_000, status: 'confirmed', sequence: 0 }
  const people = { organizer: organizer ?? own, creator: organizer ?? { email: state.account } }
  calendar.events.set(id, { ...made, ...content, ...people, start, end: endOf(start, minutes, days), eventType: 'default' })
  for (const { at, ...change } of changes) addChange(state, calendar, id, whenOf(at, calendar), change, minutes)
}

type Change = Content & { status?: string; start?: string }

/** One instance of a series that is other than the rest. */
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
