import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const BUSY = 5 // SQLITE_BUSY

/**
 * Runs `work` while holding the exclusive lock of a file, across processes.
 * It is a lock of SQLite, and so of the kernel: it ends with its holder, even after kill -9, so stale locks cannot exist.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, maxWaitMs = 60_000): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    await acquire(lock, file, Date.now() + maxWaitMs)
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(lock: DatabaseSync, file: string, deadline: number): Promise<void> {
  while (!tryLock(lock)) {
    if (Date.now() > deadline) throw new Error(`${file} is locked by another process. Wait for that process, or stop it`)
    await sleep(20)
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false
    throw error
  }
}
