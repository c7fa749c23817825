import { type Static, Type } from 'typebox'
import { RECORD_DEFAULTS, type RecordSettings } from '../record/settings.ts'

/** The section `record` of the config file. Read at startup. */
export const RecordConfig = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({ description: 'whether calls are recorded; a write is then refused while Redis cannot store its record; default true' })
    ),
    bodies: Type.Optional(
      Type.Boolean({
        description:
          'whether the inputs of calls are also stored, encrypted, so that calls can be replayed; inputs with secrets or files never are; default false'
      })
    ),
    retention_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'days that a call is kept in the record, 1 to 3650; default 90' })
    ),
    body_retention_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, description: 'days that a stored input is kept, 1 to 365; default 7' })
    ),
    accept_until_row: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'number of a row at which retention has stopped: old rows up to it are deleted even if they do not verify; set it after an examination; default 0'
      })
    )
  },
  { additionalProperties: false, description: 'settings of the record of calls, such as enabled and retention_days' }
)

export const recordSettings = (record: Static<typeof RecordConfig> = {}): RecordSettings => ({ ...RECORD_DEFAULTS, ...record })
