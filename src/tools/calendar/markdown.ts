import { fenced } from '../../lib/format.ts'
import type { EventRow, FullEvent } from './client/shapes.ts'

/** An event for an assistant to read. What it says is fenced: it is data. */
export function eventText(event: FullEvent): string {
  const { summary, id, calendar_id, location, attendees, organizer, recurrence, description, status, link } = event
  const facts = [
    `When: ${timesOf(event)}`,
    ...(location === '' ? [] : [`Where: ${location}`]),
    `Status: ${status}`,
    `Calendar: ${calendar_id}`,
    ...(organizer ? [`Organizer: ${organizer.name || organizer.email}`] : []),
    ...attendees.map(({ name, email, response }) => `Guest: ${name === '' ? email : `${name} <${email}>`} (${response})`),
    ...recurrence.map(line => `Repeated: ${line}`),
    ...(link === null ? [] : [`Link: ${link}`])
  ]
  const text = description === '' ? '' : `\n\n${fenced(description)}`
  return `## ${summary || '(no title)'} (\`${id}\`)\n\n${facts.map(fact => `- ${fact}`).join('\n')}${text}`
}

interface EventList {
  items: Partial<EventRow>[]
  next_cursor: string | null
}

/** A page without items is not the end where it has a cursor. */
export function eventListText({ items, next_cursor }: EventList): string {
  const nothing = next_cursor === null ? 'No event found.' : 'No event on this page, but it is not the last.'
  const rows = items.length === 0 ? nothing : items.map(rowText).join('\n')
  return next_cursor === null ? rows : `${rows}\n\nMore: cursor \`${next_cursor}\``
}

function rowText(row: Partial<EventRow>): string {
  const { id = '', summary, start, location, kind, status } = row
  if (start === undefined) return `- \`${id}\` ${summary ?? ''}`.trimEnd()
  const notes = [kind === 'series' ? 'series' : '', status === 'confirmed' ? '' : (status ?? '')].filter(Boolean)
  const place = location ? `, ${location}` : ''
  return `- ${timesOf(row)}: ${summary || '(no title)'}${place}${notes.length > 0 ? ` [${notes.join(', ')}]` : ''} (\`${id}\`)`
}

const timesOf = ({ start, end, all_day }: Partial<EventRow>): string =>
  start == null ? 'deleted' : all_day ? `${start} up to, without, ${end}` : `${start} to ${end}`
