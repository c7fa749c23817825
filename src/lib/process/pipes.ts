import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { endGroup, signalTree } from './tree.ts'

/** How long after a program's end its pipes may stay open and silent: whoever it left behind holds them. */
const SILENT_MS = 200

/** How long one whom no signal reaches may go on printing. */
const PATIENCE_MS = 2_000

/**
 * Waits until all that a program printed is read. What it left behind is ended; else whoever holds its pipes would keep the caller waiting.
 * Answers whether something may be missing: somebody was still printing when the patience was over, or the caller had none.
 */
export async function closePipes(pipes: readonly (Readable | null)[], pid: number, mark: string, isPatient: boolean): Promise<boolean> {
  const open = pipes.filter(pipe => pipe !== null).filter(pipe => !pipe.closed)
  const closed = Promise.all(open.map(pipe => once(pipe, 'close'))).then(() => true)
  let heard = true
  for (const pipe of open) pipe.on('data', () => (heard = true))
  if (await within(closed)) {
    endGroup(pid)
    return false
  }
  await signalTree(pid, mark, 'SIGKILL')
  const until = performance.now() + (isPatient ? PATIENCE_MS : 0)
  do {
    heard = false
    if (await within(closed)) return false
  } while (heard && performance.now() < until)
  for (const pipe of open) pipe.destroy()
  return heard
}

/** Whether it comes true while nobody is silent for too long; what is there to be read by then is read first. */
async function within(closed: Promise<boolean>): Promise<boolean> {
  const late = async (): Promise<boolean> => {
    await setTimeout(SILENT_MS)
    await setImmediate()
    return false
  }
  return await Promise.race([closed, late()])
}
