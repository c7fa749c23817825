/** How a URL that a caller chose is read. */
export interface UrlRules {
  /** The property it came in, for the words of a refusal. */
  field: string
  /** `check` throws connection_failed where nobody can tell what the name leads to. Default: a resolver that fails may be well again. */
  sure?: boolean
  /** Plain http is refused, but to hosts that TOOLGATE_ALLOW_PRIVATE lists. */
  https?: boolean
}

export interface GuardedRequest {
  url: string
  rules: UrlRules
  /** Default GET. */
  method?: 'GET' | 'POST'
  /** By a redirect to another origin only accept, accept-language and user-agent go on. */
  headers?: Record<string, string>
  body?: string
  /** For everything: names, connections, redirects, the whole body. */
  timeout_ms: number
  /** Where the body is cut, counted after decompression. */
  max_bytes: number
  /** How many redirects of a GET are followed; default none: the answer is then the redirect itself. */
  redirects?: number
  signal?: AbortSignal
}

export interface GuardedAnswer {
  /** Where the answer came from, after redirects. */
  url: string
  status: number
  /** A `content-encoding` that is left is one that nobody here knows: the body is as it came. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
  /** The body went on after `max_bytes`. */
  truncated: boolean
}

/** The only way to a URL that a caller chose. */
export interface Guard {
  /** Throws where the URL may not be called as things stand: its form, its host, an address of its host. Calls nothing. */
  check: (url: string, rules: UrlRules) => Promise<void>
  /** Throws as `check` does, at the first request and at each redirect; and connection_failed, network_timeout. Any status is an answer. */
  request: (request: GuardedRequest) => Promise<GuardedAnswer>
}
