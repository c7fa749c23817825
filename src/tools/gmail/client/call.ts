import type { Call } from '../../../contract/call.ts'

/** The part of a call that the client uses. */
export type GmailCall = Pick<Call<unknown>, 'signal' | 'caller' | 'observe' | 'warn' | 'truncate'>
