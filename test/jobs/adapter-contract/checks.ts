import { COUNT_CHECKS } from './count.ts'
import { ENGINE_CHECKS } from './engine.ts'
import { EXECUTE_CHECKS } from './execute.ts'
import { FAULT_CHECKS } from './faults.ts'
import { PAGE_CHECKS } from './page.ts'
import { PREPARE_CHECKS } from './prepare.ts'
import { FORESEEN_CHECKS } from './preview-warnings.ts'
import { AFTERWARDS_CHECKS } from './reconcile-and-undo.ts'
import { STATE_CHECKS } from './state.ts'

/** Every check of the contract by name. A check throws if the adapter violates it. */
export const CHECKS = {
  ...PREPARE_CHECKS,
  ...COUNT_CHECKS,
  ...PAGE_CHECKS,
  ...FORESEEN_CHECKS,
  ...EXECUTE_CHECKS,
  ...FAULT_CHECKS,
  ...AFTERWARDS_CHECKS,
  ...STATE_CHECKS,
  ...ENGINE_CHECKS
}

export type Check = keyof typeof CHECKS
