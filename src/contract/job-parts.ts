import { type Static, Type } from 'typebox'
import { nullable, Total } from './schema.ts'

export const JOB_KINDS = ['bulk', 'call', 'process'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** A number of items. */
const count = (description: string) => Type.Integer({ minimum: 0, description })

/** When something was. */
export const time = (description: string) => Type.String({ format: 'date-time', description, 'x-volatile': true })

/** When something was or will be that need not come to be. */
export const timeToCome = (description: string) =>
  nullable(Type.String({ format: 'date-time', 'x-volatile': true }), { description: `${description}; null until then` })

/** How far a job is. */
export const Progress = Type.Object(
  {
    total: nullable(Total, { description: 'How many items; null while they are being listed' }),
    done: count('Items with an outcome'),
    pending: count('Items without one yet'),
    succeeded: count('Done as asked'),
    skipped: count('Nothing had to be done'),
    failed: count('Refused; see errors'),
    unknown: count('Sent, and the answer was lost: may or may not be done'),
    not_attempted: count('Never begun, since the job ended before'),
    percent: nullable(Type.Number({ minimum: 0, maximum: 100 }), { description: 'Done of total; null while the total is not known' }),
    items_per_second: nullable(Type.Number({ 'x-volatile': true }), { description: 'Over running time; null before the first items' }),
    eta_seconds: nullable(Type.Number({ 'x-volatile': true }), { description: 'Time left at that rate; null where unknown' })
  },
  { description: 'How far it is', 'x-volatile': true }
)

/** What would be done, before anything is. */
export const Preview = Type.Object(
  {
    total: Total,
    sample: Type.Array(
      Type.Object({
        item_id: Type.String({ description: 'Id of the item in its system' }),
        display_name: Type.String({ description: 'The item as people know it' }),
        data: Type.Optional(Type.Unknown({ description: 'What would be done to this item, where the action says so', 'x-volatile': true }))
      }),
      { description: 'The first items, at most 20; empty once the first was begun: see the items' }
    ),
    warnings: Type.Array(Type.String(), { description: 'What to know before confirming' }),
    irreversible: Type.Boolean({ description: 'Nothing can bring back what this does' }),
    undoable: Type.Boolean({ description: 'A job of inverse actions can be made afterwards' }),
    cost_units: Type.Optional(
      Type.Number({ description: 'Units that it draws from the budget of the system; absent where the system states no limits' })
    ),
    estimated_seconds: nullable(Type.Number(), { description: 'How long it is likely to run; null where unknown' }),
    metadata: Type.Optional(Type.Unknown({ description: 'What the parameters came to: resolved names and the like' }))
  },
  { description: 'What would be done, before anything is' }
)

export const JobError = Type.Object(
  {
    code: Type.String({ description: 'As in error.code of a failed call' }),
    reason: Type.String({ description: 'The stable word below the code' }),
    message: Type.String({ description: 'What went wrong' }),
    count: count('How many items ended so'),
    sample_item_ids: Type.Array(Type.String(), { description: 'Some of them, at most 5' })
  },
  { description: 'Items that failed alike' }
)

/** What went wrong, in words. */
export const Failure = Type.Object({
  code: Type.String({ description: 'As in error.code of a failed call' }),
  reason: Type.String({ description: 'The stable word below the code' }),
  message: Type.String({ description: 'What went wrong' })
})

/** What a call that ran as a job came to. */
export const CallResult = Type.Object(
  {
    status: Type.Integer({ description: 'HTTP status that the call would have been answered with' }),
    success: Type.Boolean({ description: 'true: data and metadata are there. false: error is' }),
    data: Type.Optional(Type.Unknown({ description: 'The answer, as the operation describes it' })),
    metadata: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'As in the answer of the call' })),
    error: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'code, message and details, as in the answer of the call' })
    )
  },
  { description: 'What the call came to' }
)
export type CallResult = Static<typeof CallResult>

export const CallOutcome = nullable(CallResult, {
  description: 'Of a job of kind call: what it came to; null until then, where it was not made, and once it is no longer kept'
})

/** Where to go on with a job. */
export const JobLinks = Type.Object(
  {
    self: Type.String({ description: 'GET: this job' }),
    items: Type.String({ description: 'GET: result of each item' }),
    results: Type.String({ description: 'GET: the results of all items, as NDJSON or CSV' }),
    output: Type.Optional(Type.String({ description: 'GET: what the program printed; there where the job is a program' })),
    events: Type.String({ description: 'GET: what happens to it, as server-sent events' }),
    confirm: Type.Optional(Type.String({ description: 'POST with confirm_token: start it; there while it awaits confirmation' })),
    resume: Type.Optional(Type.String({ description: 'POST: let it go on; there while it is paused, about to be, or waits' })),
    pause: Type.Optional(Type.String({ description: 'POST: stop it for a while; there where it has begun and can be' })),
    cancel: Type.Optional(Type.String({ description: 'POST: stop it for good; there until it ends, or is about to' })),
    retry: Type.Optional(Type.String({ description: 'POST: a job over the items that were not done; there once it has ended with some' })),
    reconcile: Type.Optional(
      Type.String({ description: 'POST: find out what became of unknown items; there where it has some and the action can look' })
    ),
    undo: Type.Optional(Type.String({ description: 'POST: a job that takes back what succeeded; there where the action can' })),
    delete: Type.Optional(Type.String({ description: 'DELETE: forget it; there while nothing is under way' }))
  },
  { description: 'Where to go on', 'x-volatile': true }
)
