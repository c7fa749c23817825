import type { Test } from 'tap'
import { CHECKS, type Check } from './adapter-contract/checks.ts'
import type { AdapterContract } from './adapter-contract/contract.ts'
import { startRun } from './adapter-contract/run.ts'

export type { Check } from './adapter-contract/checks.ts'
export type { About, AdapterContract, Bench } from './adapter-contract/contract.ts'

/** The names of all checks, in the order in which they are made. */
export const checkNames = Object.keys(CHECKS).filter((name): name is Check => name in CHECKS)

/** Holds a bulk adapter to its contract: one subtest for each check. */
export function adapterContract(t: Test, contract: AdapterContract): void {
  for (const name of checkNames) {
    const skip = whyNot(contract, name)
    t.test(name, skip === undefined ? {} : { skip }, t => makeCheck(t, contract, name))
  }
}

/** Makes one check of the contract, over a system in its first state. Throws where the adapter breaks it. */
export async function makeCheck(t: Test, contract: AdapterContract, name: Check): Promise<void> {
  await CHECKS[name](await startRun(t, contract))
}

/** Why a check cannot be made; undefined where it can. */
export function whyNot({ adapter, names, without }: AdapterContract, name: Check): string | undefined {
  if (names.length === 0 && NAMES.has(name)) return 'the action takes no names'
  if (!adapter.idempotent && name.startsWith('executeBatch a second time')) return 'the action is not declared idempotent'
  if (!adapter.reconcile && name.startsWith('reconcile ')) return 'the action has no reconcile'
  if (!adapter.undo && name.startsWith('undo ')) return 'the action has no undo'
  return without?.[name]
}

const NAMES: ReadonlySet<Check> = new Set([
  'prepare refuses unknown and ambiguous names, with those that exist',
  'prepare resolves names to ids'
])
