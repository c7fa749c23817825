import pg from 'pg'

const CONNECT_MS = 5_000

/** Returns a pool of connections to a PostgreSQL server, which opens them when they are needed and does not keep the process alive. */
export function createPostgresPool(options: pg.PoolConfig & { connectionString: string; application_name: string; max: number }): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, allowExitOnIdle: true, ...options })
  pool.on('error', () => {}) // a broken idle connection is replaced when it is needed
  return pool
}
