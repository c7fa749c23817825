import { Type } from 'typebox'
import { MAX_PRINCIPAL } from '../../contract/principal.ts'
import { CALL_OUTCOMES } from '../../contract/record.ts'
import { stringEnum } from '../../contract/schema.ts'

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: `${description}. ISO 8601` }))

/** Selects calls, for lists and exports. */
export const FILTER = {
  principal: Type.Optional(
    Type.String({
      maxLength: MAX_PRINCIPAL,
      'x-log': true,
      description: 'Only calls on behalf of this principal, such as key:alice. Default: all that the key may see'
    })
  ),
  system: Type.Optional(
    Type.String({ maxLength: 64, 'x-log': true, description: 'Only calls to operations of this system, such as gitlab. Default: all' })
  ),
  operation: Type.Optional(
    Type.String({ maxLength: 64, 'x-log': true, description: 'Only calls to this operation, such as gitlab_create_issue. Default: all' })
  ),
  outcome: Type.Optional(
    stringEnum([...CALL_OUTCOMES], { description: 'Only calls with this outcome; executed means executed, but then failed. Default: all' })
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: 64,
      'x-log': true,
      description: 'Only calls that failed for this reason, such as version_conflict. Default: all'
    })
  ),
  from: time('Only calls that started at or after this time. Default: no lower bound'),
  to: time('Only calls that started before this time. Default: no upper bound'),
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only calls whose record contains all of these words, ignoring case, such as an ID of a request, call or job, or part of a message. Default: all'
    })
  )
}

/** The same for statistics, which count the last hour by default. */
export const STATISTICS_FILTER = {
  ...FILTER,
  from: time('Only calls that started at or after this time. Default: one hour before `to`'),
  to: time('Only calls that started before this time. Default: now')
}

/** A plain string: an ID of another form is reported as a call that does not exist. */
export const callId = Type.String({ minLength: 1, maxLength: 64, description: 'ID of the call, as `calls_list` returns it' })

export const NOT_FOUND = { call_not_found: 'The call is not in the record, is too old, or was sent by another key' }

/** An ID that no call has, for examples. */
export const NO_CALL = '00000000-0000-4000-8000-000000000000'

/** The example of a filter that is not valid. */
export const UNKNOWN_OUTCOME = {
  name: 'unknown_outcome',
  summary: 'An outcome that does not exist',
  input: { outcome: 'lost' },
  error: { reason: 'invalid_field_value' }
} as const
