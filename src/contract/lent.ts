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
