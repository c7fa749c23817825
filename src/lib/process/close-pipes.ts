import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { withTimeout } from '../timeout.ts'
import { endGroup, signalTree } from './tree.ts'

/** Time for which pipes may stay open and silent after a program ended: processes that it left behind hold them. */
const SILENT_MS = 200

/** Time for which a process that signals cannot reach may continue to print. */
const MAX_WAIT_MS = 2_000

/**
 * Waits until all output of a program is read, and ends the processes it left behind, which would hold the pipes open. Returns whether
 * output may be missing, because a process was still printing at the end.
 */
export async function closePipes(pipes: readonly (Readable | null)[], pid: number, mark: string, waits: boolean): Promise<boolean> {
  const open = pipes.filter(pipe => pipe !== null).filter(pipe => !pipe.closed)
  const closed = Promise.all(open.map(pipe => once(pipe, 'close'))).then(() => true)
  let active = true
  for (const pipe of open) pipe.on('data', () => (active = true))
  if (await closesInTime(closed)) {
    endGroup(pid)
    return false
  }
  await signalTree(pid, mark, 'SIGKILL')
  const until = performance.now() + (waits ? MAX_WAIT_MS : 0)
  do {
    active = false
    if (await closesInTime(closed)) return false
  } while (active && performance.now() < until)
  for (const pipe of open) pipe.destroy()
  return active
}

/** Returns whether the pipes close before the silence is too long. Pending output is read first. */
const closesInTime = (closed: Promise<boolean>): Promise<boolean> => withTimeout(closed, SILENT_MS).catch(() => false)
