import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../lib/google/page-cursor.ts'
import { segment } from '../../../lib/http/segment.ts'
import { type ApiFilter, type ApiVacation, readFilters, readVacation, writtenFilter, writtenVacation } from './api.ts'
import type { GmailCall } from './call.ts'
import type { Gmail } from './connection.ts'

/** A rule that Gmail applies to each new message. */
export interface FilterInput {
  from?: string
  to?: string
  subject?: string
  query?: string
  not_query?: string
  has_attachment?: boolean
  larger_than?: number
  smaller_than?: number
  add: string[]
  remove: string[]
}

async function toFilter(client: Gmail, { id, criteria = {}, action = {} }: ApiFilter, call: GmailCall) {
  const { from, to, subject, query, negatedQuery, hasAttachment, size, sizeComparison } = criteria
  return {
    id,
    from: from ?? null,
    to: to ?? null,
    subject: subject ?? null,
    query: query ?? null,
    not_query: negatedQuery ?? null,
    has_attachment: hasAttachment ?? null,
    larger_than: sizeComparison === 'larger' ? (size ?? null) : null,
    smaller_than: sizeComparison === 'smaller' ? (size ?? null) : null,
    add: await client.labels.names(action.addLabelIds ?? [], call),
    remove: await client.labels.names(action.removeLabelIds ?? [], call),
    forward_to: action.forward ?? null
  }
}

/** Returns one page of the filters, sorted by ID. Gmail returns all of them at once. */
export async function listFilters(client: Gmail, { limit, cursor }: ListInput, call: GmailCall) {
  const { token, seen } = decodePageCursor(cursor, 'filters')
  const { filter = [] } = readFilters(await client.send({ path: 'settings/filters' }, call))
  const all = filter.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rest = token === undefined ? all : all.filter(({ id }) => id > token)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const items = []
  for (const filter of page) items.push(await toFilter(client, filter, call))
  return {
    items,
    next_cursor: last && rest.length > page.length ? encodePageCursor(last.id, seen + page.length, 'filters') : null,
    total: countedTotal(all.length, true)
  }
}

export async function createFilter(client: Gmail, input: FilterInput, call: GmailCall) {
  const { add, remove, not_query, has_attachment, larger_than, smaller_than, ...criteria } = input
  const size = larger_than ?? smaller_than
  const json = {
    criteria: {
      ...criteria,
      ...(not_query !== undefined && { negatedQuery: not_query }),
      ...(has_attachment !== undefined && { hasAttachment: has_attachment }),
      ...(size !== undefined && { size, sizeComparison: larger_than === undefined ? 'smaller' : 'larger' })
    },
    action: { addLabelIds: await client.labels.ids(add, 'add', call), removeLabelIds: await client.labels.ids(remove, 'remove', call) }
  }
  try {
    return await toFilter(client, writtenFilter(await client.send({ path: 'settings/filters', method: 'POST', json }, call)), call)
  } catch (error) {
    throw isDuplicate(error)
      ? new OperationError('already_exists', 'An identical filter already exists.', error.details, { cause: error })
      : error
  }
}

const isDuplicate = (error: unknown): error is OperationError =>
  error instanceof OperationError && /Filter already exists/i.test(error.message)

export async function deleteFilter(client: Gmail, filter_id: string, call: GmailCall) {
  await client.send({ path: `settings/filters/${segment(filter_id, 'filter_id')}`, method: 'DELETE' }, call)
  return { id: filter_id, deleted: true }
}

const VACATION = 'settings/vacation'

const toVacation = (vacation: ApiVacation) => ({
  enabled: vacation.enableAutoReply ?? false,
  subject: vacation.responseSubject ?? '',
  text: vacation.responseBodyPlainText ?? '',
  html: vacation.responseBodyHtml ?? '',
  only_contacts: vacation.restrictToContacts ?? false,
  only_domain: vacation.restrictToDomain ?? false,
  start: timeOf(vacation.startTime),
  end: timeOf(vacation.endTime)
})

function timeOf(milliseconds: string | undefined): string | null {
  const time = Number(milliseconds ?? Number.NaN)
  return Number.isFinite(time) ? new Date(time).toISOString() : null
}

export const getVacation = async (client: Gmail, call: GmailCall) => toVacation(readVacation(await client.send({ path: VACATION }, call)))

export interface VacationChange {
  enabled?: boolean
  subject?: string
  text?: string
  html?: string
  only_contacts?: boolean
  only_domain?: boolean
  start?: string
  end?: string
  clear: ('subject' | 'text' | 'html' | 'start' | 'end')[]
}

const API_NAMES = {
  subject: 'responseSubject',
  text: 'responseBodyPlainText',
  html: 'responseBodyHtml',
  start: 'startTime',
  end: 'endTime'
} as const

/** Updates the given properties. Gmail replaces all of them, so the others are read first. If only one of text and html is given, the other is cleared. */
export async function updateVacation(client: Gmail, { clear, ...change }: VacationChange, call: GmailCall) {
  const before = readVacation(await client.send({ path: VACATION }, call))
  const { enabled, subject, text, html, only_contacts, only_domain, start, end } = change
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !clear.some(cleared => API_NAMES[cleared] === name)))
  const hasBody = text !== undefined || html !== undefined
  const json: ApiVacation = {
    ...kept,
    ...(enabled !== undefined && { enableAutoReply: enabled }),
    ...(subject !== undefined && { responseSubject: subject }),
    ...(hasBody && { responseBodyPlainText: text ?? '', responseBodyHtml: html ?? '' }),
    ...(only_contacts !== undefined && { restrictToContacts: only_contacts }),
    ...(only_domain !== undefined && { restrictToDomain: only_domain }),
    ...(start !== undefined && { startTime: String(Date.parse(start)) }),
    ...(end !== undefined && { endTime: String(Date.parse(end)) })
  }
  return toVacation(writtenVacation(await client.send({ path: VACATION, method: 'PUT', json }, call)))
}
