import type { DatabaseSync } from 'node:sqlite'

/** Matches a statement that removes or overwrites text of a graph. */
const ERASES = /^(?:delete from|update) "memory_(?:object|link|vector|episode)/

const isErasure = (statement: string): boolean => ERASES.test(statement)

/** Runs work after writes that erased text. */
export interface Erasure {
  /** Records a statement before it runs. */
  note: (statement: string) => void
  /** Call it after a transaction. The work follows with a delay, so that many erasures share it. */
  settle: () => void
  /** Finishes pending work. */
  close: () => Promise<void>
}

/**
 * `work` returns false to be run again. Runs never overlap, and each starts at least `intervalMs` after the transaction and the previous
 * run.
 */
export function createErasure(work: () => boolean | Promise<boolean>, intervalMs: number): Erasure {
  let pending = false
  let closed = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  async function run(): Promise<void> {
    timer = undefined
    pending = false
    if (!(await work())) pending = true
  }
  const settle = (): void => {
    if (!pending || timer || running || closed) return
    timer = setTimeout(() => {
      running = run().finally(() => {
        running = undefined
        settle()
      })
    }, intervalMs).unref()
  }
  return {
    note(statement) {
      pending ||= isErasure(statement)
    },
    settle,
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      if (pending) await work()
    }
  }
}

/** A reader in another thread or process holds the log while it reads. */
const CHECKPOINT_MS = 1_000

/**
 * Moves the write-ahead log into the file and empties it, so that no earlier state of a page remains. Returns false if a reader blocked
 * it, or if this connection is in a transaction.
 */
export function emptyLog(database: DatabaseSync, maxWaitMs: number): boolean {
  if (database.isTransaction) return false
  database.exec(`pragma busy_timeout = ${CHECKPOINT_MS}`)
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0
  } finally {
    database.exec(`pragma busy_timeout = ${maxWaitMs}`)
  }
}

/** `user_version` of a file that contains no remnants of deletions by earlier versions. */
const CLEAN = 1

/** Rewrites the file of an earlier version without its free pages. If that fails, the next start tries again. */
export function removeRemnants(database: DatabaseSync): void {
  if (database.prepare('pragma user_version').get()?.['user_version'] === CLEAN) return
  try {
    database.exec(`vacuum; pragma user_version = ${CLEAN}`)
  } catch {
    // Another process uses the file, or the disk is full. The graph can be used regardless.
  }
}
