import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Log } from '../../contract/tool.ts'
import { startTimeOf } from './start-time.ts'
import { endTree, markedProcesses } from './tree.ts'

interface Entry {
  host: string
  /** The program, and when it was started; absent until it is known, when only the mark tells of it. */
  program?: { pid: number; started: string }
  owner: { pid: number; started: string }
}

/** Notes which programs run, so that those whose gateway died are ended by another, or by the next one. */
export interface Register {
  /** Before the program is started, and again once its pid is known. */
  enter: (mark: string, pid?: number) => Promise<void>
  leave: (mark: string) => Promise<void>
  /** Ends what was left behind; answers how many there were. */
  sweep: () => Promise<number>
}

/** One small file for each program that runs; the folder is made at the first one. */
export function createRegister(directory: string, log: Log): Register {
  const host = hostname()
  const fileOf = (mark: string): string => path.join(directory, `${mark}.json`)
  let own: Promise<string | undefined> | undefined
  const leave = (mark: string): Promise<void> => rm(fileOf(mark), { force: true })

  async function sweepOne(mark: string): Promise<number> {
    const entry = await readEntry(fileOf(mark))
    if (!entry || entry.host !== host) return await forgetIfOld(mark)
    if ((await startTimeOf(entry.owner.pid)) === entry.owner.started) return 0
    const { program } = entry
    const isItself = program !== undefined && (await startTimeOf(program.pid)) === program.started
    const left = isItself || (await markedProcesses(mark)).length > 0
    // Of a pid that another has by now, the group is not ours to end.
    if (left) await endTree(isItself ? program.pid : NOBODY, mark)
    if (left) log.warn({ pid: program?.pid }, 'Ended a program that had outlived its gateway')
    await leave(mark)
    return left ? 1 : 0
  }

  /** Of a host that has another name by now, or half written: its program has ended by its time long ago. */
  async function forgetIfOld(mark: string): Promise<number> {
    const stats = await stat(fileOf(mark)).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > OLD_MS) await leave(mark)
    return 0
  }

  return {
    async enter(mark, pid) {
      own ??= startTimeOf(process.pid)
      const [ownStart, started] = await Promise.all([own, pid === undefined ? undefined : startTimeOf(pid)])
      if (ownStart === undefined || (pid !== undefined && started === undefined)) return
      const entry: Entry = {
        host,
        owner: { pid: process.pid, started: ownStart },
        ...(pid !== undefined && started !== undefined && { program: { pid, started } })
      }
      await mkdir(directory, { recursive: true })
      // At once: whoever dies in between leaves a whole entry.
      await writeFile(`${fileOf(mark)}.new`, JSON.stringify(entry))
      await rename(`${fileOf(mark)}.new`, fileOf(mark))
    },
    leave,
    async sweep() {
      const names = await readdir(directory).catch(() => [])
      const ended = await Promise.all(names.filter(name => name.endsWith('.json')).map(name => sweepOne(name.slice(0, -'.json'.length))))
      return ended.reduce((sum, one) => sum + one, 0)
    }
  }
}

/** Longer than any program may run. */
const OLD_MS = 2 * 24 * 3_600_000

/** A group that no process has. */
const NOBODY = 2 ** 31 - 1

async function readEntry(file: string): Promise<Entry | undefined> {
  try {
    const entry: Entry = JSON.parse(await readFile(file, 'utf8'))
    return typeof entry.owner.pid === 'number' ? entry : undefined
  } catch {
    return undefined // half written, or gone: another was quicker
  }
}
