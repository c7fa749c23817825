import { OperationError } from '../../contract/errors.ts'
import { type Resolve, resolveTarget, systemResolve } from './lookup.ts'
import { type GuardedAnswer, type GuardedRequest, guardedRequest } from './request.ts'
import { readTarget, type UrlRules } from './target.ts'

export interface GuardOptions {
  /** `host:port` of private places that may be called, as TOOLGATE_ALLOW_PRIVATE lists them. */
  allow: readonly string[]
  /** Default: as the system resolves names. */
  resolve?: Resolve
}

/** The only way to a URL that a caller chose. */
export interface Guard {
  /** Throws where the URL may not be called as things stand: its form, its host, an address of its host. Calls nothing. */
  check: (url: string, rules: UrlRules) => Promise<void>
  /** Throws as `check` does, at the first request and at each redirect; and connection_failed, network_timeout. Any status is an answer. */
  request: (request: GuardedRequest) => Promise<GuardedAnswer>
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
