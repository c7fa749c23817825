import type { BulkItem } from '../../../contract/bulk.ts'
import { eventPath } from './api.ts'
import { conflict, each, ifGone, look, missing, standing } from './bulk-each.ts'
import type { BulkTurn } from './connection.ts'
import { type SendUpdates, sent } from './write.ts'

export type MoveAction = { calendar_id: string; to_calendar_id: string; send_updates: SendUpdates }

export const moveEach = (items: BulkItem[], { calendar_id, to_calendar_id, send_updates }: MoveAction, call: BulkTurn) =>
  each(items, call, async ({ id }) => {
    if (await send(id, calendar_id, to_calendar_id, send_updates, call)) return { outcome: 'succeeded' }
    if (await standing(to_calendar_id, id, call)) return { outcome: 'skipped' }
    throw missing(id)
  })

export const moveBackEach = (items: BulkItem[], { calendar_id, to_calendar_id, send_updates }: MoveAction, call: BulkTurn) =>
  each(items, call, async ({ id }) => {
    if (await send(id, to_calendar_id, calendar_id, send_updates, call)) return { outcome: 'succeeded' }
    if (await standing(calendar_id, id, call)) return { outcome: 'skipped' }
    throw conflict(`Somebody moved or deleted the event ${id} since; it was left alone.`)
  })

/** Whether it was there to be moved. */
async function send(id: string, from: string, to: string, send_updates: SendUpdates, call: BulkTurn): Promise<boolean> {
  const query = { destination: to, sendUpdates: sent(send_updates) }
  const request = { path: `${eventPath(from, id)}/move`, method: 'POST', query } as const
  return (await call.client.send(request, call).then(() => true, ifGone(from, call))) ?? false
}

export const findMoved = (items: BulkItem[], { calendar_id, to_calendar_id }: MoveAction, call: BulkTurn) =>
  look(items, call, async ({ id }) => {
    if (await standing(to_calendar_id, id, call)) return { outcome: 'succeeded' }
    return { outcome: (await standing(calendar_id, id, call)) ? 'not_attempted' : 'unknown' }
  })
