import type { Test } from 'tap'
import { CHECKS, type Check } from './adapter-contract/checks.ts'
import type { AdapterContract } from './adapter-contract/contract.ts'
import { readsNamed } from './adapter-contract/preview-warnings.ts'
import { startRun } from './adapter-contract/run.ts'

export type { Check } from './adapter-contract/checks.ts'
export type { AdapterContract, RequestKind, TestSystem } from './adapter-contract/contract.ts'

/** The names of all checks, in the order in which they run. */
export const checkNames = Object.keys(CHECKS).filter((name): name is Check => name in CHECKS)

/** Checks a bulk adapter against its contract: one subtest per check. */
export function adapterContract(t: Test, contract: AdapterContract): void {
  for (const name of checkNames) {
    const skip = whyNot(contract, name)
    t.test(name, skip === undefined ? {} : { skip }, t => makeCheck(t, contract, name))
  }
}

/** Runs one check on a system in its initial state. Throws if the adapter violates it. */
export async function makeCheck(t: Test, contract: AdapterContract, name: Check): Promise<void> {
  await CHECKS[name](await startRun(t, contract))
}

/** Returns why a check cannot run, or undefined if it can. */
export function whyNot({ adapter, names, without }: AdapterContract, name: Check): string | undefined {
  if (names.length === 0 && NAMES.has(name)) return 'the action takes no names'
  const isSecond =
    name.startsWith('executeBatch a second time') || name === 'undo restores the state before an attempt whose result was lost'
  if (!adapter.idempotent && isSecond) return 'the action is not declared idempotent'
  if (!adapter.reconcile && name.startsWith('reconcile ')) return 'the action has no reconcile'
  if (!readsNamed(adapter) && name === ABSENT) return 'the action reads nothing of items that are named'
  if (!adapter.undo && name.startsWith('undo ')) return 'the action has no undo'
  return without?.[name]
}

const ABSENT: Check = 'the preview predicts that an item that does not exist is skipped or fails'

const NAMES: ReadonlySet<Check> = new Set([
  'prepare refuses unknown and ambiguous names and lists those that exist',
  'prepare resolves names to ids'
])
