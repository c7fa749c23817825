import { OperationError } from '../../contract/errors.ts'
import type { Guard } from '../../contract/guard.ts'
import { type Resolve, resolveTarget, systemResolve } from './lookup.ts'
import { guardedRequest } from './request.ts'
import { readTarget } from './target.ts'

export interface GuardOptions {
  /** `host:port` of private places that may be called, as TOOLGATE_ALLOW_PRIVATE lists them. */
  allow: readonly string[]
  /** Default: as the system resolves names. */
  resolve?: Resolve
}

/** How long an early check waits for a name; the request itself judges what it resolves to in any case. */
const EARLY_MS = 3_000

export function createGuard({ allow, resolve = systemResolve }: GuardOptions): Guard {
  return {
    async check(url, rules) {
      const target = readTarget(url, allow, rules)
      await Promise.race([resolveTarget(target, rules, resolve).catch(refuse), pause(EARLY_MS)])
    },
    request: request => guardedRequest(request, allow, resolve)
  }
}

/** A resolver that fails may be well again when the URL is called. */
function refuse(error: unknown): void {
  if (error instanceof OperationError) throw error
}

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds).unref())
