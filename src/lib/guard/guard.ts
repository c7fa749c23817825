import { OperationError } from '../../contract/errors.ts'
import type { Guard } from '../../contract/guard.ts'
import { type Resolve, resolveTarget, systemResolve } from './lookup.ts'
import { guardedRequest } from './request.ts'
import { readTarget, type Target } from './target.ts'

export interface GuardOptions {
  /** `host:port` of private places that may be called, as TOOLGATE_ALLOW_PRIVATE lists them. */
  allow: readonly string[]
  /** Default: as the system resolves names. */
  resolve?: Resolve
}

/** How long an early check waits for a name; the request itself judges what it resolves to in any case. */
const EARLY_MS = 3_000

/** How long a check waits that must be sure, since the gateway itself makes no request that would judge again. */
const SURE_MS = 10_000

export function createGuard({ allow, resolve = systemResolve }: GuardOptions): Guard {
  return {
    async check(url, rules) {
      const target = readTarget(url, allow, rules)
      const patience = pause(rules.sure ? SURE_MS : EARLY_MS)
      const judged = await Promise.race([resolveTarget(target, rules, resolve).catch(refuse), patience])
      if (rules.sure && judged === undefined) throw cannotTell(target)
    },
    request: request => guardedRequest(request, allow, resolve)
  }
}

/** A resolver that fails may be well again when the URL is called. */
function refuse(error: unknown): undefined {
  if (error instanceof OperationError) throw error
}

const cannotTell = ({ url }: Target): OperationError =>
  new OperationError('connection_failed', `Nobody could tell where ${url.host} leads: its name could not be looked up.`, {
    source: 'upstream',
    outcome: 'not_executed'
  })

const pause = (milliseconds: number): Promise<undefined> =>
  new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds).unref())
