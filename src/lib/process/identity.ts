import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'

/** Identifies a process, so that another process on the same host can check whether it still exists. */
export interface ProcessIdentity {
  /** ID of the boot. Another boot is another set of processes. */
  boot: string
  /** PID namespace: containers on one host may use the same PIDs and the same hostname. */
  namespace: string
  pid: number
  /** Start time in clock ticks after boot, because a PID can be reused. */
  started: string
}

/** Returns the identity of this process, or undefined without /proc, or with a /proc of another PID namespace. */
export async function ownIdentity(): Promise<ProcessIdentity | undefined> {
  try {
    const { pid } = process
    const [boot, namespace, self, { started }] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'latin1'),
      readlink('/proc/self/ns/pid'),
      readlink('/proc/self'),
      statOf(pid)
    ])
    return self === String(pid) ? { boot: boot.trim(), namespace, pid, started } : undefined
  } catch {
    return undefined
  }
}

/** Whether that process certainly no longer exists. Returns false if it exists, is stopped, or cannot be seen from here. */
export async function hasEnded(other: ProcessIdentity, own: ProcessIdentity | undefined): Promise<boolean> {
  if (own === undefined || other.boot !== own.boot || other.namespace !== own.namespace) return false
  try {
    const { state, started } = await statOf(other.pid)
    return started !== other.started || state === 'Z' || state === 'X'
  } catch {
    return !isSignalable(other.pid) // /proc may hide the processes of other users
  }
}

/** Returns fields 3 and 22 of /proc/PID/stat. The name in field 2 may contain spaces and parentheses. */
async function statOf(pid: number): Promise<{ state: string; started: string }> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields[0], fields[19]]
  if (state === undefined || started === undefined) throw new Error(`/proc/${pid}/stat cannot be read`)
  return { state, started }
}

function isSignalable(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return Object(error).code !== 'ESRCH'
  }
}

/** Returns the start time of a process, which distinguishes it from another process with the same PID; undefined if it does not exist. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
}

/** Field 22. The name in field 2 may contain spaces and parentheses. A zombie counts as ended. */
async function fromProc(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? undefined : fields[19]
}

const fromPs = (pid: number): Promise<string | undefined> =>
  new Promise(resolve => execFile('ps', ['-o', 'lstart=', '-p', `${pid}`], (_, stdout) => resolve(stdout.trim() || undefined)))
