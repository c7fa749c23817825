import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** In the environment of a program and of all it starts: by it they are found again, even those that left their group. */
export const MARK = 'TOOLGATE_PROCESS'

/** How long a program may take to end in order. */
const PATIENCE_MS = 400

/** Ends a program and all it started: first kindly, then not. */
export async function endTree(pid: number, mark: string): Promise<void> {
  await signalTree(pid, mark, 'SIGTERM')
  for (let waited = 0; waited < PATIENCE_MS && (await isThere(pid, mark)); waited += 25) await setTimeout(25)
  await signalTree(pid, mark, 'SIGKILL')
}

/** Sends a signal to the group of the program and to what left it. Windows knows no signals: there it is the end. */
export async function signalTree(pid: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform === 'win32')
    return await new Promise(resolve => execFile('taskkill', ['/pid', `${pid}`, '/T', '/F'], () => resolve()))
  send(-pid, signal)
  for (const other of await markedProcesses(mark)) send(other, signal)
}

/** Ends what is left of the group of a program that has ended. */
export function endGroup(pid: number): void {
  if (process.platform !== 'win32') send(-pid, 'SIGKILL')
}

const isThere = async (pid: number, mark: string): Promise<boolean> => send(-pid, 0) || (await markedProcesses(mark)).length > 0

/** False: nobody is there. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

/** Processes that carry the mark. Only Linux tells the environment of a process. */
export async function markedProcesses(mark: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const sought = `${MARK}=${mark}`
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(async pid => ((await environmentOf(pid)).split('\0').includes(sought) ? [Number(pid)] : [])))
  return found.flat()
}

/** Empty where it is gone, or somebody else's. A process that has ended and waits to be reaped has none, too. */
const environmentOf = (pid: string): Promise<string> => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
