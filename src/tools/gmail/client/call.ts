import type { Call } from '../../../contract/call.ts'

/** The part of a call that the client uses. */
export type GmailCall = Pick<Call<unknown>, 'signal' | 'observe' | 'warn' | 'truncate'>

/** Of a call that composes a message: another message that it reads may take the caller's time in a thread. */
export type ComposeCall = GmailCall & Pick<Call<unknown>, 'caller'>
