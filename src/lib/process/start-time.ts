import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** When a process was started, as its system tells it: with it, a pid that was given to another is told apart. Undefined: there is none. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
}

/** Field 22; the name in field 2 may hold blanks and brackets. A zombie is as good as gone. */
async function fromProc(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? undefined : fields[19]
}

const fromPs = (pid: number): Promise<string | undefined> =>
  new Promise(resolve => execFile('ps', ['-o', 'lstart=', '-p', `${pid}`], (_, stdout) => resolve(stdout.trim() || undefined)))
