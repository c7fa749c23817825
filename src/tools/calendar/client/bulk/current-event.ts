import type { ItemResult } from '../../../../contract/each-item.ts'
import { type ErrorDetails, OperationError, type Reason } from '../../../../contract/errors.ts'
import { type ApiEvent, eventsPath } from '../api.ts'
import type { CalendarBulkCall } from '../connection.ts'
import { getEvent } from '../events/write.ts'

/** Returns the event in its current state, or undefined if it was deleted or never existed. */
export async function currentEvent(calendar_id: string, id: string, call: CalendarBulkCall): Promise<ApiEvent | undefined> {
  const event = await getEvent(call.client, calendar_id, id, call).catch(undefinedIfGone(calendar_id, call))
  return event?.status === 'cancelled' ? undefined : event
}

/**
 * For `.catch()`: returns undefined if the event does not exist. Google returns the same 404 for every event of a calendar that the account can no
 * longer see. The state of those events is unknown, so this throws an error that makes the job wait.
 */
export const undefinedIfGone =
  (calendar_id: string, call: CalendarBulkCall) =>
  async (error: unknown): Promise<undefined> => {
    if (hasReason(error, 'upstream_gone')) return undefined
    if (!hasReason(error, 'upstream_not_found')) throw error
    const query = { maxResults: 1, fields: 'nextPageToken' }
    await call.client.send({ path: eventsPath(calendar_id), query }, call).catch((refused: unknown) => {
      throw hasReason(refused, 'upstream_not_found') ? calendarNotVisible(calendar_id) : refused
    })
    return undefined
  }

const hasReason = (error: unknown, reason: Reason): boolean => error instanceof OperationError && error.reason === reason

const calendarNotVisible = (calendar_id: string): OperationError =>
  bulkError(
    'insufficient_permissions',
    `The account can no longer see the calendar ${calendar_id}, so the state of its events is unknown.`,
    {
      of_credential: true,
      suggestions: ['Share the calendar with the account again, or cancel the job.']
    }
  )

const bulkError = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

export const versionConflict = (message: string): OperationError => bulkError('version_conflict', message)
export const notPossible = (message: string): OperationError => bulkError('cannot_be_honoured', message)
export const eventNotFound = (id: string): OperationError => bulkError('upstream_not_found', `The event ${id} no longer exists.`)

/** Returns the result of an event that was left alone because it is no longer what the preview showed. */
export const skippedAsChanged = (id: string): ItemResult => {
  const { code, reason, message } = versionConflict(
    `The event ${id} was changed by another user after it was listed, so the job skipped it.`
  )
  return { outcome: 'skipped', error: { code, reason, message } }
}
