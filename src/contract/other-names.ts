/** What comes after an operation, and when. */
export interface Deprecation {
  successor: string
  /** ISO date from which it was deprecated. */
  since?: string
  /** ISO date after which the operation is gone. */
  sunset: string
}

/** Another name that an operation is called by. */
export interface Alias {
  name: string
  /** The alias stands for this operation only where the input holds these values; they are taken out of it. */
  when?: Record<string, string>
}
