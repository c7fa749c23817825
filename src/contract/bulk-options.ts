/** What a job does about items that fail. */
export const ON_FAILURE = ['continue', 'pause', 'ignore'] as const
export type OnFailure = (typeof ON_FAILURE)[number]

/** Further attempts of what fails by no fault of its own, at most, and unless said otherwise. */
export const MOST_RETRIES = 2

/** How a job goes about its items, as the caller asks. */
export interface BulkOptions {
  dry_run: boolean
  max_items: number
  confirm?: 'auto'
  on_failure: OnFailure
  notify_url?: string
  /** Default: MOST_RETRIES. */
  retries?: number
  /** Default: as many as the action takes. */
  chunk?: number
}
