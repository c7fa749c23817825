import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { GoogleFailure, invalid, notFound } from '../../google/errors.ts'
import type { Mailbox } from '../mailbox.ts'

interface Filter {
  id: string
  criteria: Record<string, unknown>
  action: { addLabelIds?: string[]; removeLabelIds?: string[]; forward?: string }
}

interface Vacation {
  enableAutoReply?: boolean
  responseSubject?: string
  responseBodyPlainText?: string
  responseBodyHtml?: string
  restrictToContacts?: boolean
  restrictToDomain?: boolean
  startTime?: string
  endTime?: string
}

type ById = { Params: { id: string } }

const BASE = '/gmail/v1/users/:userId/settings'
const MAX_FILTERS = 1000

/** Filters and the vacation responder. Filters are stored, and not applied to mail. */
export default function addSettings(app: FastifyInstance, mailbox: Mailbox): void {
  addFilters(app, mailbox)
  let vacation: Vacation = {}
  const render = () => ({
    enableAutoReply: false,
    restrictToContacts: false,
    restrictToDomain: false,
    ...vacation
  })
  app.get(`${BASE}/vacation`, async () => render())
  app.put<{ Body: Vacation }>(`${BASE}/vacation`, async ({ body }) => {
    const { enableAutoReply = false, responseSubject = '', responseBodyPlainText = '', responseBodyHtml = '' } = body ?? {}
    if (enableAutoReply && [responseSubject, responseBodyPlainText, responseBodyHtml].every(text => text === ''))
      throw invalid('Either the response subject or the response body must be nonempty')
    const { startTime, endTime } = body
    if (startTime !== undefined && endTime !== undefined && Number(startTime) >= Number(endTime))
      throw invalid('Start time must precede end time')
    vacation = body
    return render()
  })
}

function addFilters(app: FastifyInstance, mailbox: Mailbox): void {
  const filters = new Map<string, Filter>()
  const newsletters = [...mailbox.labels.values()].find(({ name }) => name === 'Newsletters')
  if (newsletters)
    filters.set('ANe1Bmg0000000000000000', {
      id: 'ANe1Bmg0000000000000000',
      criteria: { from: 'weekly@news.example' },
      action: { addLabelIds: [newsletters.id], removeLabelIds: ['INBOX'] }
    })

  app.get(`${BASE}/filters`, async () => (filters.size === 0 ? {} : { filter: [...filters.values()] }))
  app.get<ById>(`${BASE}/filters/:id`, async ({ params }) => {
    const filter = filters.get(params.id)
    if (!filter) throw notFound()
    return filter
  })
  app.post<{ Body: Partial<Filter> }>(`${BASE}/filters`, async ({ body }) => {
    const { criteria = {}, action = {} } = body ?? {}
    if (Object.keys(criteria).length === 0) throw invalid('Invalid filter: no criteria')
    const { addLabelIds = [], removeLabelIds = [] } = action
    if (addLabelIds.length + removeLabelIds.length === 0 && action.forward === undefined) throw invalid('Invalid filter: no action')
    const unknown = [...addLabelIds, ...removeLabelIds].find(id => !mailbox.labels.has(id))
    if (unknown !== undefined) throw invalid(`Invalid label: ${unknown}`)
    if ([...filters.values()].some(filter => isEqual(filter, criteria, action)))
      throw new GoogleFailure(400, 'Filter already exists', 'failedPrecondition', 'FAILED_PRECONDITION')
    if (filters.size >= MAX_FILTERS) throw invalid('Too many filters')
    const filter = { id: `ANe1Bmg${randomBytes(12).toString('hex')}`, criteria, action }
    filters.set(filter.id, filter)
    return filter
  })
  app.delete<ById>(`${BASE}/filters/:id`, async ({ params }, reply) => {
    if (!filters.delete(params.id)) throw notFound()
    return reply.code(204).send()
  })
}

const isEqual = (filter: Filter, criteria: object, action: object): boolean =>
  sorted(filter.criteria) === sorted(criteria) && sorted(filter.action) === sorted(action)

const sorted = (value: object): string => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
