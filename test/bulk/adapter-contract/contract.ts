import type { Test } from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import type { Reason } from '../../../src/contract/errors.ts'
import type { StandInControl } from '../../helpers/stand-in.ts'
import type { Check } from './checks.ts'

export type Input = Record<string, unknown>

/** What a request that the system received was for. */
export type About =
  /** It changes these items. */
  | { kind: 'write'; ids: string[] }
  /** It lists items; `most`: how many it asks for. */
  | { kind: 'list'; most?: number }
  /** It reads single items. */
  | { kind: 'item' }
  /** It reads something else: names, tokens. */
  | { kind: 'other' }

/** A system in its first state, for one check. What it opened is closed by the test's teardown. */
export interface Bench {
  /** What the adapter is handed as `call.client`. */
  client: unknown
  ledger: Pick<StandInControl, 'requests' | 'clear'>
  /** All that an action could change, in any form that can be compared. */
  state: () => Promise<unknown>
  fail: Faults
}

/** Faults as the system itself would answer; each lasts, so that a second try is seen. */
export interface Faults {
  /** The system refuses every write to the item, and to it alone. */
  item?: (id: string) => Promise<void>
  /** It asks for patience at the item. */
  rate_limit?: (id: string) => Promise<void>
  /** It refuses the credential at the item. */
  credential?: (id: string) => Promise<void>
  /** It does what is asked for the item, and the answer is lost. */
  lost?: (id: string) => Promise<void>
  /** Somebody else changes the item in what the action is about. */
  changed?: (id: string) => Promise<void>
  /** The next count fails; answers words of its error. */
  count?: () => Promise<string>
}

/** A parameter that must be refused: where the mistake is, and what should have been said instead. */
export interface Refused {
  input: Input
  path: string
  /** Names that the error must suggest. */
  suggestions?: string[]
  /** Where it is not a VALIDATION_ERROR: a reason that the adapter declares. */
  reason?: Reason
}

export interface AdapterContract {
  adapter: BulkAdapter
  open: (t: Test) => Promise<Bench>
  /** Selects three items or more, none of which is as the action would make it. */
  good: Input
  /** Well formed, acts otherwise than `good` where the action has parameters, and selects no item; others than `good` where a job of nothing is refused. */
  nothing: Input
  /** Well formed but wrong. Names that nothing or several things have belong to `unknown_names`. */
  refused: Refused[]
  unknown_names: (Refused & { suggestions: string[] })[]
  /** Names in `good`, and the ids that they are resolved to. Empty where the action takes no names. */
  names: { name: string; id: string }[]
  about: (request: Received) => About
  /** Checks that the system leaves no way to make or to meet, each with the reason. They show as skipped. */
  without?: Partial<Record<Check, string>>
}
