import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const BUSY = 5 // SQLITE_BUSY: another one holds the lock

/**
 * Runs `work` while nobody else, in this process or another, holds the lock of this file.
 * The lock is SQLite's, hence the kernel's: it goes with its holder, also by kill -9, so that no stale lock is ever left to guess about.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, patience = 60_000): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    await acquire(lock, file, Date.now() + patience)
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(lock: DatabaseSync, file: string, deadline: number): Promise<void> {
  while (!tryLock(lock)) {
    if (Date.now() > deadline) throw new Error(`${file} stays locked: another process is at the same work. Wait for it, or end it`)
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
