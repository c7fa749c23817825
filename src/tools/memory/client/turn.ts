import type { Reason } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import type { Graph } from '../store/perform.ts'
import type { Memory } from './memory.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<Memory, Reason>, 'client' | 'caller' | 'warn' | 'truncate' | 'signal'>

export const graphOf = ({ client, caller, signal }: Pick<Turn, 'client' | 'caller' | 'signal'>): Graph => client.graphOf(caller, signal)
