import type { LookupFunction } from 'node:net'

type Write = (fields: object, message: string) => void

/** The part of a pino logger that the gateway uses. */
export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}

/** The argument of `connect`, from which it creates the client of an instance. */
export interface Runtime {
  /** Name of the instance. */
  instance: string
  log: Log
  /** The system's own folder under TOOLGATE_DATA. Created on first use. */
  dataDirectory: string
  /** Whether the client serves callers or jobs. Jobs wait and retry by themselves. */
  lane: BudgetLane
  /** The rate limits of the instance; undefined if the system states none. */
  budget: Budget | undefined
  /** Stops requests to a host of the upstream while it is failing. */
  circuit: (host: string) => Circuit
  /** Runs work in one process at a time, such as the refresh of a token. */
  lock: Lock
  /** State that the processes of this instance share, or all instances that use its account. */
  shared: SharedStore
  /** Requests URLs that callers choose. */
  guard: Guard
  /** Runs programs on this host. */
  spawn: Spawn
}

/** The rate limit that an upstream reports. What it does not report is null, never 0. */
export interface RateLimitFacts {
  limit: number | null
  remaining: number | null
  /** ISO 8601. */
  reset: string | null
  used: number | null
}

/** Users of a budget: calls whose client waits, or jobs, which may use only part of it. */
export type BudgetLane = 'calls' | 'bulk'

/** The facts of a request that a rate limit may depend on. */
export interface CountedRequest {
  method: string
  /** Relative to the base URL. */
  path: string
  /** Whether it changes nothing. */
  reads: boolean
}

/** One rate limit of a system, as its vendor states it. All processes together draw at most `capacity` units in any window of `per_ms`. */
export interface BudgetRule {
  /** snake_case, unique in its system. Errors and the Redis key show it. */
  name: string
  /** Units. A request draws its `cost`, by default 1. */
  capacity: number
  /** Window in milliseconds; at least 1,000. */
  per_ms: number
  /** Owner of the limit, if it is not the instance, such as an API key. Instances with the same value share the limit. Only its hash is stored. */
  shared_by?: string
  /** Selects the requests that count. Default: all. */
  counts?: (request: CountedRequest) => boolean
  /** Prefix of the headers that report this limit, such as `x-rate-limit-api-token`. Default: `ratelimit` and `x-ratelimit`. */
  headers?: string
}

/** The facts of a response that may report a rate limit. */
export interface CountedResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Set if the body reports that a limit was exceeded, whatever the status. `retry_after_ms`: for how long, if it states that. */
  limited?: { retry_after_ms?: number }
  /** The request. Only limits that count it are updated. Default: all are. */
  request?: CountedRequest
}

/** The rate limits of one instance, shared by all processes, for one lane. */
export interface Budget {
  /**
   * Draws the cost of one attempt of a request. Returns undefined if it may be sent now. Otherwise resolves when it may be sent, or rejects with
   * rate_limit_exceeded of the gateway (`retry_after_ms`, not_executed) if that takes too long, or with the reason of the signal.
   */
  draw: (request: CountedRequest, cost: number, signal: AbortSignal) => Promise<void> | undefined
  /** Lowers the budget to what the upstream reports as remaining. */
  observe: (response: CountedResponse) => void
  /** Returns the limit that is closest to being exceeded, as of the last draw; undefined if nothing was drawn. */
  facts: () => RateLimitFacts | undefined
  /** Returns the units per second that jobs may draw for such requests. */
  unitsPerSecond: (request: CountedRequest) => number
}

/** How an attempt of a request ended, as a circuit counts it. `failed`: the upstream could not be reached or failed. `ignored`: it proves nothing. */
export type AttemptEnd = 'succeeded' | 'failed' | 'ignored'

/** `half_open`: the next request checks whether the upstream has recovered. */
export type CircuitState = 'closed' | 'open' | 'half_open'

/** The circuit breaker of one upstream, shared by all processes. */
export interface Circuit {
  system: string
  instance: string
  /**
   * Call before each attempt, and the returned function at its end. Throws circuit_open (`retry_after_ms`, not_executed), or rejects with it, while
   * the upstream is failing. A promise only if the state must be fetched first.
   */
  enter: () => Promise<(end: AttemptEnd) => void> | ((end: AttemptEnd) => void)
  state: () => Promise<CircuitState>
}

/** A held lock. */
export interface LockHandle {
  /** Fencing token: increases with every holder. A write with a smaller token is refused. */
  token: number
  /** Aborts when the lock is lost, for example after the process was frozen for longer than the TTL. */
  signal: AbortSignal
}

/**
 * Runs the work while no other process does, for one instance of one system. Waits for the lock until the signal aborts, then rejects with its
 * reason. The lock is renewed while the work runs, and expires `ttlMs` after its holder died. Rejects with redis_unavailable, without starting the
 * work, if Redis cannot be reached.
 */
export type Lock = <T>(name: string, ttlMs: number, signal: AbortSignal, work: (held: LockHandle) => Promise<T>) => Promise<T>

/**
 * Short texts that the processes of one instance share, such as a refreshed token. They are encrypted with the secret of the gateway and bound to
 * the settings: after a change of settings, or without the secret, they read as absent. Rejects with redis_unavailable if Redis cannot be reached.
 */
export interface SharedStore {
  get: (name: string) => Promise<string | undefined>
  /** Expires after `ttlMs`. With the token of a lock: returns false and writes nothing if a later holder has already written. */
  set: (name: string, value: string, ttlMs: number, token?: number) => Promise<boolean>
}

/** How to treat a URL that a caller chose. */
export interface UrlRules {
  /** The input property with the URL, for error messages. */
  field: string
  /** `check` throws connection_failed if the name cannot be resolved. Default: it passes, since the resolver may recover. */
  must_resolve?: boolean
  /** Refuses plain http, except to hosts in TOOLGATE_ALLOW_PRIVATE. */
  https?: boolean
}

/** Cookies of several requests that belong together. */
export interface CookieJar {
  /** Returns the cookies for a URL, as a header. */
  getCookieString: (url: string) => Promise<string>
  setCookie: (cookie: string, url: string) => Promise<unknown>
}

export interface GuardedRequest {
  url: string
  rules: UrlRules
  /** Default GET. */
  method?: 'GET' | 'POST'
  /** After a redirect to another origin, only accept, accept-language and user-agent are sent. */
  headers?: Record<string, string>
  body?: string
  /** Covers name resolution, connections, redirects and the whole body. */
  timeout_ms: number
  /** Maximum bytes of the body after decompression. The rest is dropped. */
  max_bytes: number
  /** Maximum number of redirects that a GET follows. Default 0: the redirect itself is returned. */
  redirects?: number
  /** Keeps what responses set, including redirects, and sends what belongs to the URL. Default: no cookies. */
  cookies?: CookieJar
  signal?: AbortSignal
}

export interface GuardedResponse {
  /** URL of the response, after redirects. */
  url: string
  status: number
  /** If there is a `content-encoding`, it is not supported, and the body is as received. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
  /** Whether the body was longer than `max_bytes`. */
  truncated: boolean
  /** Number of redirects that were followed. */
  redirects: number
}

/** A URL whose literal form was checked. */
interface CheckedUrl {
  /** TOOLGATE_ALLOW_PRIVATE lists its host and port, so all of its addresses are allowed. */
  allowlisted: boolean
  lookup: LookupFunction
}

/** Requests URLs that callers choose, without reaching this machine or a private network. */
export interface Guard {
  /** Throws if the URL is not allowed: its form, its host, or an address of its host. Sends nothing. */
  check: (url: string, rules: UrlRules) => Promise<void>
  /**
   * Throws if the URL is not allowed as written: its form, or a literal address of this machine or a private network. For clients that connect by
   * themselves: `lookup` resolves the name, and fails if one of the addresses is not allowed.
   */
  checkLiteral: (url: string, rules: UrlRules) => CheckedUrl
  /** Returns the response, whatever its status. Throws as `check` does, for the URL and each redirect; also connection_failed and network_timeout. */
  request: (request: GuardedRequest) => Promise<GuardedResponse>
}

/** One line of output of a program, without its line end, with secrets redacted. */
export interface OutputLine {
  stream: 'stdout' | 'stderr'
  text: string
}

export interface SpawnRequest {
  /** A path, or a name to find on the PATH of the gateway. */
  program: string
  /** Passed as they are, without a shell. */
  args: readonly string[]
  /** Texts of the arguments that its output must not show. */
  secrets?: readonly string[]
  /** Absolute. */
  directory: string
  /** Added to the variables that programs inherit, such as PATH and HOME, which never include the gateway's own settings. */
  environment?: Readonly<Record<string, string>>
  /** Prefixes of further variable names to inherit from the gateway's environment. */
  inherits?: readonly string[]
  /** The program and its descendants are ended after this time. */
  timeout_ms: number
  /** Ends them, too. */
  signal: AbortSignal
  /** Called for each line as it is printed. Lines over the limit are dropped, except the last ones of stderr, which follow at the end. */
  onLine?: (line: OutputLine) => void
  /** Called once a second while the program runs, with the last 200 characters after its last line. */
  onTick?: (elapsedMs: number, tail: string) => void
}

/** How a program ended, and its output. */
export interface ProgramResult {
  /** null: a signal ended it, which is never a success. */
  exit_code: number | null
  /** The signal, such as SIGTERM; null if the program exited without one. */
  signal: string | null
  /** Cause of the end: the program itself, a foreign signal, the caller's signal, or the timeout. */
  ended: 'itself' | 'killed' | 'cancelled' | 'timed_out'
  /** In the order printed, up to the limit, then the last ones of stderr. */
  lines: OutputLine[]
  /** Bytes beyond the limit of 10 MB. 0: the output is complete. */
  omitted_bytes: number
  /** A process that it left behind was still printing when the gateway stopped reading, so output may be missing. */
  cut_off: boolean
  duration_ms: number
}

/**
 * Runs a program without a shell, in its own process group and with empty stdin. Settles when the whole process tree has ended. Rejects with a
 * SpawnError, or with the reason of a signal that was already aborted. Processes that outlive the gateway are ended when the next one starts.
 */
export type Spawn = (request: SpawnRequest) => Promise<ProgramResult>
