import { fenced, inLine } from '../../lib/format.ts'
import type { EventRow, FullEvent } from './client/events/mappers.ts'

/** Formats an event as Markdown. Its description is fenced, since it is untrusted data. */
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
  return `## ${inLine(summary) || '(no title)'} (\`${id}\`)\n\n${facts.map(fact => `- ${inLine(fact)}`).join('\n')}${text}`
}

interface EventList {
  items: Partial<EventRow>[]
  next_cursor: string | null
}

/** Formats a page of events as Markdown. A page without items is not the last one if it has a cursor. */
export function eventListText({ items, next_cursor }: EventList): string {
  const nothing = next_cursor === null ? 'No event found.' : 'No event on this page, but there are more pages.'
  const rows = items.length === 0 ? nothing : items.map(rowText).join('\n')
  return next_cursor === null ? rows : `${rows}\n\nMore: cursor \`${next_cursor}\``
}

function rowText(row: Partial<EventRow>): string {
  const { id = '', summary, start, location, kind, status } = row
  if (start === undefined) return `- \`${id}\` ${inLine(summary ?? '')}`.trimEnd()
  const notes = [kind === 'series' ? 'series' : '', status === 'confirmed' ? '' : (status ?? '')].filter(Boolean)
  const where = location ? `, ${location}` : ''
  return `- ${timesOf(row)}: ${inLine(`${summary || '(no title)'}${where}`)}${notes.length > 0 ? ` [${notes.join(', ')}]` : ''} (\`${id}\`)`
}

const timesOf = ({ start, end, all_day }: Partial<EventRow>): string =>
  start == null ? 'deleted' : all_day ? `${start} to ${end} (exclusive)` : `${start} to ${end}`
