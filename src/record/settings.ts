/** The section `record` of the config file, with its defaults. */
export interface RecordSettings {
  enabled: boolean
  /** Store inputs, encrypted, so that calls can be replayed. */
  bodies: boolean
  retention_days: number
  body_retention_days: number
  /** Row up to which old rows are deleted even if they do not verify. */
  accept_until_row: number
}

export const RECORD_DEFAULTS: RecordSettings = {
  enabled: true,
  bodies: false,
  retention_days: 90,
  body_retention_days: 7,
  accept_until_row: 0
}
