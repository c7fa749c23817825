import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** Environment variable of a program and its descendants, which finds them even after they left the process group. */
export const MARK = 'TOOLGATE_PROCESS'

/** Time that a program has to shut down. */
const SHUTDOWN_MS = 400

/** Ends a program and its descendants with SIGTERM, then with SIGKILL. */
export async function endTree(pid: number, mark: string): Promise<void> {
  await signalTree(pid, mark, 'SIGTERM')
  for (let waited = 0; waited < SHUTDOWN_MS && (await exists(pid, mark)); waited += 25) await setTimeout(25)
  await signalTree(pid, mark, 'SIGKILL')
}

/** Sends a signal to the process group and to descendants that left it. Windows has no signals: the process tree is killed. */
export async function signalTree(pid: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform === 'win32')
    return await new Promise(resolve => execFile('taskkill', ['/pid', `${pid}`, '/T', '/F'], () => resolve()))
  send(-pid, signal)
  for (const other of await markedProcesses(mark)) send(other, signal)
}

/** Kills the rest of the process group of a program that ended. */
export function endGroup(pid: number): void {
  if (process.platform !== 'win32') send(-pid, 'SIGKILL')
}

const exists = async (pid: number, mark: string): Promise<boolean> => send(-pid, 0) || (await markedProcesses(mark)).length > 0

/** Returns false if the process does not exist. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

/** Returns the processes with the mark. Only Linux shows the environment of a process. */
export async function markedProcesses(mark: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const sought = `${MARK}=${mark}`
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(async pid => ((await environmentOf(pid)).split('\0').includes(sought) ? [Number(pid)] : [])))
  return found.flat()
}

/** Empty if the process is gone or belongs to another user. A zombie has none, either. */
const environmentOf = (pid: string): Promise<string> => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
