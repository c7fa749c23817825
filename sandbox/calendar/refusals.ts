import { GoogleFailure } from '../google/errors.ts'

/** Errors with the messages of Google Calendar, which differ from those of other Google APIs. */
export const notFound = (): GoogleFailure => new GoogleFailure(404, 'Not Found', 'notFound')

export const badRequest = (message: string, reason = 'invalid'): GoogleFailure => new GoogleFailure(400, message, reason)

export const emptyRange = (): GoogleFailure =>
  new GoogleFailure(400, 'The specified time range is empty.', 'timeRangeEmpty', undefined, {
    domain: 'calendar',
    locationType: 'parameter',
    location: 'timeMax'
  })

export const duplicate = (): GoogleFailure => new GoogleFailure(409, 'The requested identifier already exists.', 'duplicate')

export const deleted = (): GoogleFailure => new GoogleFailure(410, 'Resource has been deleted', 'deleted')

export const changed = (): GoogleFailure =>
  new GoogleFailure(412, 'Precondition Failed', 'conditionNotMet', undefined, { locationType: 'header', location: 'If-Match' })

export const syncExpired = (): GoogleFailure =>
  new GoogleFailure(410, 'Sync token is no longer valid, a full sync is required.', 'fullSyncRequired', undefined, {
    domain: 'calendar',
    locationType: 'parameter',
    location: 'syncToken'
  })

export const readOnly = (): GoogleFailure =>
  new GoogleFailure(403, 'You need to have writer access to this calendar.', 'requiredAccessLevel', undefined, { domain: 'calendar' })

export const notOrganizer = (): GoogleFailure =>
  new GoogleFailure(403, 'Shared properties can only be changed by the organizer of the event.', 'forbiddenForNonOrganizer', undefined, {
    domain: 'calendar'
  })

export const rateLimitExceeded = (): GoogleFailure =>
  new GoogleFailure(403, 'Rate Limit Exceeded', 'rateLimitExceeded', undefined, { domain: 'usageLimits' })
