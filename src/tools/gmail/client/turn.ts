import type { Call } from '../../../contract/handed.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'warn' | 'truncate'>
