/** What a process holds while it has a lock. */
export interface Held {
  /** Grows with every holder: what is written with a smaller one is late, and refused. */
  token: number
  /** Aborts when the lock is lost, as after a freeze that was longer than its time. */
  signal: AbortSignal
}

/**
 * Runs the work while no other process does, for one instance of one system. Waits for the lock until the signal aborts, with whose reason it
 * then rejects. The lock is kept for as long as the work takes, and is free again `ttlMs` after its holder died.
 * Rejects with redis_unavailable, the work not begun, while Redis is away.
 */
export type Lock = <T>(name: string, ttlMs: number, signal: AbortSignal, work: (held: Held) => Promise<T>) => Promise<T>

/**
 * Short texts that the processes of one instance share, such as a refreshed token. They are sealed with the settings of the instance: nobody
 * reads them in Redis, and once the settings change they are as if they were not there. Rejects with redis_unavailable while Redis is away.
 */
export interface Shared {
  get: (name: string) => Promise<string | undefined>
  /** Forgotten after `ttlMs`. With the token of a lock, false and nothing written where a later holder has written already. */
  set: (name: string, value: string, ttlMs: number, token?: number) => Promise<boolean>
}

/** One line that a program printed, without its end, secrets taken out. */
export interface OutputLine {
  stream: 'stdout' | 'stderr'
  text: string
}

export interface SpawnRequest {
  /** A path, or a name that is looked for on the PATH of the gateway. */
  program: string
  /** As they are: no shell reads them. */
  args: readonly string[]
  /** Absolute. */
  directory: string
  /** Beside what programs inherit: PATH, HOME and the like, never the gateway's own settings. */
  environment?: Readonly<Record<string, string>>
  /** Prefixes of names that the program inherits from the gateway's environment, too. */
  inherits?: readonly string[]
  /** The program and all it started are ended after so long. */
  timeout_ms: number
  /** Ends them, too. */
  signal: AbortSignal
  /** Told each line as it comes; not those over the limit, but for the last ones on stderr, which are told at the end. */
  onLine?: (line: OutputLine) => void
  /** Told once a second while the program runs, with the last 200 characters of what it printed after its last line. */
  onTick?: (elapsedMs: number, tail: string) => void
}

/** How a program ended, and what it had printed by then. */
export interface ProgramEnd {
  /** null: it was ended by a signal, which is never a success. */
  exit_code: number | null
  /** SIGTERM and the like; null where it ended by itself. */
  signal: string | null
  /** Who ended it: itself, a stranger's signal, the caller's signal, or the time given. */
  ended: 'itself' | 'killed' | 'cancelled' | 'timed_out'
  /** In the order in which they came; up to the limit, then the last ones on stderr. */
  lines: OutputLine[]
  /** Bytes that were over the limit of 10 MB; 0: this is all. */
  omitted_bytes: number
  /** Somebody whom it left behind was still printing when nobody waited any longer: more may have come. */
  cut_off: boolean
  duration_ms: number
}

/**
 * Runs a program without a shell, in a process group of its own and with nothing to read. The promise is settled once the whole tree of
 * processes is gone; it rejects with a SpawnError, or the reason of a signal that had aborted before. What outlives this process is ended
 * when the next one starts.
 */
export type Spawn = (request: SpawnRequest) => Promise<ProgramEnd>
