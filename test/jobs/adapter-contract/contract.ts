import type { Test } from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import type { Reason } from '../../../src/contract/errors.ts'
import type { SandboxControl } from '../../helpers/sandbox-control.ts'
import type { Check } from './checks.ts'

export type Input = Record<string, unknown>

/** The purpose of a request that the system received. */
export type RequestKind =
  /** Changes these items. */
  | { kind: 'write'; ids: string[] }
  /** Lists items; `most` is the page size that it requests. */
  | { kind: 'list'; most?: number }
  /** Reads single items. */
  | { kind: 'item' }
  /** Reads something else: names, tokens. */
  | { kind: 'other' }

/** A system in its initial state, for one check. Its resources are closed by the test's teardown. */
export interface TestSystem {
  /** The adapter's `call.client`. */
  client: unknown
  requestLog: Pick<SandboxControl, 'requests' | 'clear'>
  /** Everything that an action can change, in any form that can be compared. */
  state: () => Promise<unknown>
  fail: Faults
  /** Adds this number of items to those that each selection matches, for tests that need more than a few. */
  grow?: (many: number) => void | Promise<void>
  /** Settings of the tool, with which a worker in another process connects to the system. */
  settings?: Record<string, unknown>
  /** Makes requests fail, if the system is reached over HTTP. `writes`: a pattern for the paths of requests that change items. */
  http?: Pick<SandboxControl, 'failNext' | 'release'> & { writes: string }
}

/** Faults as the system itself would respond. Each lasts, so that a second attempt is noticed. */
export interface Faults {
  /** The system refuses every write to the item, and only to it. */
  item?: (id: string) => Promise<void>
  /** The system limits the rate at the item. */
  rate_limit?: (id: string) => Promise<void>
  /** The system refuses the credential at the item. */
  credential?: (id: string) => Promise<void>
  /** The system executes the write of the item, and the response is lost. */
  lost?: (id: string) => Promise<void>
  /** Another client changes the part of the item that the action changes. */
  changed?: (id: string) => Promise<void>
  /** The next count fails; returns a part of its error message. */
  count?: () => Promise<string>
}

/** A parameter that must be refused: the path of the mistake, and suggestions. */
export interface Refused {
  input: Input
  path: string
  /** Names that the error must suggest. */
  suggestions?: string[]
  /** If it is not a VALIDATION_ERROR: a reason that the adapter declares. */
  reason?: Reason
}

export interface AdapterContract {
  adapter: BulkAdapter
  open: (t: Test) => Promise<TestSystem>
  /** Selects three items or more, all of which the action would change. */
  good: Input
  /** `good` for items that `ids` names. Default: `good` without the inputs that cannot be combined with ids. */
  named?: Input
  /**
   * Valid, differs in the action from `good` if the action has parameters, and selects no item; more than that if a job without items is
   * refused.
   */
  nothing: Input
  /** Well-formed but invalid. Unknown and ambiguous names belong to `unknown_names`. */
  refused: Refused[]
  unknown_names: (Refused & { suggestions: string[] })[]
  /** Names in `good` and the ids they resolve to. Empty if the action takes no names. */
  names: { name: string; id: string }[]
  classify: (request: Received) => RequestKind
  /**
   * The write that follows the first write of an item, and the error of an item if only the first is executed. Required for actions that
   * send several writes per item.
   */
  second_write?: { method: string; path: string; reports: RegExp }
  /** Checks that cannot run or cannot pass because of the system, each with the reason. They are reported as skipped. */
  without?: Partial<Record<Check, string>>
}
