import { type Static, Type } from 'typebox'

const limit = (description: string, maximum = 1_000_000_000) => Type.Optional(Type.Integer({ minimum: 1, maximum, description }))

const OF_CALLS = {
  requests_per_second: limit('Maximum calls in any second. Default: unlimited'),
  requests_per_minute: limit('Maximum calls in any minute. Default: unlimited'),
  concurrent_calls: limit('Maximum concurrent calls. Default: unlimited'),
  job_items_per_day: limit('Maximum items that bulk jobs start in any 24 hours; at this limit, jobs wait. Default: unlimited')
}

/** The most that a key may do, across all processes. */
export const Limits = Type.Object(
  {
    ...OF_CALLS,
    open_streams: limit('Maximum open event streams and downloads. Default: 32 in each process'),
    concurrent_uploads: limit('Maximum concurrent uploads in each process. Default: 4'),
    upload_bytes: limit(
      'Maximum bytes of concurrent uploads in each process; a single upload may be larger. Default: 1073741824',
      1_000_000_000_000
    ),
    systems: Type.Optional(
      Type.Array(
        Type.Object(
          {
            system: Type.String({ pattern: '^[a-z][a-z0-9]*$', maxLength: 63, description: 'Name of the system, such as gitlab' }),
            ...OF_CALLS
          },
          { additionalProperties: false, description: 'Limits for one system' }
        ),
        { maxItems: 50, description: 'Limits for individual systems, in addition to those for all calls. Default: none' }
      )
    )
  },
  { additionalProperties: false, description: 'Limits of the key' }
)
export type Limits = Static<typeof Limits>

/** Limits of every key that has no others. */
export const DEFAULT_LIMITS = { open_streams: 32, concurrent_uploads: 4, upload_bytes: 1024 ** 3 }
