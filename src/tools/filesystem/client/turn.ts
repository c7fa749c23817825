import type { Call } from '../../../contract/handed.ts'

/** What the client needs of a call: when to stop, and whom to tell. */
export type Turn = Pick<Call<unknown>, 'signal' | 'outOfTime' | 'truncate' | 'warn' | 'progress'>
