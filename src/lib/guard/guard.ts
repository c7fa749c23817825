import { OperationError } from '../../contract/errors.ts'
import type { Guard } from '../../contract/runtime.ts'
import { withTimeout } from '../timeout.ts'
import { checkedLookup, type Resolve, resolveName, resolveTarget } from './lookup.ts'
import { guardedRequest } from './request.ts'
import { readTarget, type Target } from './target.ts'

export interface GuardOptions {
  /** `host:port` of private hosts that may be called, from TOOLGATE_ALLOW_PRIVATE. */
  allow: readonly string[]
  /** Default: `resolveName`. */
  resolve?: Resolve
}

/** Maximum time that an early check waits for the DNS. The request itself checks the resolved address in any case. */
const EARLY_MS = 3_000

/** The same for a final check, if the gateway does not send the request itself. */
const FINAL_MS = 10_000

export function createGuard({ allow, resolve = resolveName }: GuardOptions): Guard {
  return {
    async check(url, rules) {
      const target = readTarget(url, allow, rules)
      const checked = await withTimeout(resolveTarget(target, rules, resolve), rules.must_resolve ? FINAL_MS : EARLY_MS).catch(
        ignoreFailure
      )
      if (rules.must_resolve && checked === undefined) throw unresolvable(target)
    },
    checkLiteral(url, rules) {
      const target = readTarget(url, allow, rules)
      return { allowlisted: target.allowed, lookup: checkedLookup(target, rules, resolve) }
    },
    request: request => guardedRequest(request, allow, resolve)
  }
}

/** A resolver that fails or does not respond may have recovered when the URL is called. */
function ignoreFailure(error: unknown): undefined {
  if (error instanceof OperationError) throw error
}

const unresolvable = ({ url }: Target): OperationError =>
  new OperationError('connection_failed', `${url.host} could not be checked: its name could not be resolved.`, {
    source: 'upstream',
    outcome: 'not_executed'
  })
