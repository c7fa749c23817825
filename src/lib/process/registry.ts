import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Log } from '../../contract/runtime.ts'
import { startTimeOf } from './identity.ts'
import { endTree, markedProcesses } from './tree.ts'

interface Entry {
  host: string
  /** PID and start time of the program. Absent until they are known; until then, only the mark identifies it. */
  program?: { pid: number; started: string }
  owner: { pid: number; started: string }
}

/** Records the running programs, so that those whose gateway died are ended by another gateway or the next one. */
export interface ProcessRegistry {
  /** Call it before the program starts, and again once its PID is known. */
  enter: (mark: string, pid?: number) => Promise<void>
  leave: (mark: string) => Promise<void>
  /** Ends the programs of gateways that died. Returns their number. */
  sweep: () => Promise<number>
}

/** Stores one small file per running program. The folder is created on first use. */
export function createRegistry(directory: string, log: Log): ProcessRegistry {
  const host = hostname()
  const fileOf = (mark: string): string => path.join(directory, `${mark}.json`)
  let ownStartTime: Promise<string | undefined> | undefined
  const leave = (mark: string): Promise<void> => rm(fileOf(mark), { force: true })

  async function sweepOne(mark: string): Promise<number> {
    const entry = await readEntry(fileOf(mark))
    if (!entry || entry.host !== host) return await removeIfOld(mark)
    if ((await startTimeOf(entry.owner.pid)) === entry.owner.started) return 0
    const { program } = entry
    const isItself = program !== undefined && (await startTimeOf(program.pid)) === program.started
    const left = isItself || (await markedProcesses(mark)).length > 0
    // If the PID was reused, its process group belongs to others.
    if (left) await endTree(isItself ? program.pid : NO_GROUP, mark)
    if (left) log.warn({ pid: program?.pid }, 'Ended a program that outlived its gateway')
    await leave(mark)
    return left ? 1 : 0
  }

  /** The host was renamed, or the file is incomplete: the program has long exceeded its timeout. */
  async function removeIfOld(mark: string): Promise<number> {
    const stats = await stat(fileOf(mark)).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) await leave(mark)
    return 0
  }

  return {
    async enter(mark, pid) {
      ownStartTime ??= startTimeOf(process.pid)
      const [ownStart, started] = await Promise.all([ownStartTime, pid === undefined ? undefined : startTimeOf(pid)])
      if (ownStart === undefined || (pid !== undefined && started === undefined)) return
      const entry: Entry = {
        host,
        owner: { pid: process.pid, started: ownStart },
        ...(pid !== undefined && started !== undefined && { program: { pid, started } })
      }
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // Atomic: a process that dies in between leaves a complete entry.
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
const MAX_AGE_MS = 2 * 24 * 3_600_000

/** A process group that does not exist. */
const NO_GROUP = 2 ** 31 - 1

async function readEntry(file: string): Promise<Entry | undefined> {
  try {
    const entry: Entry = JSON.parse(await readFile(file, 'utf8'))
    return typeof entry.owner.pid === 'number' ? entry : undefined
  } catch {
    return undefined // incomplete, or removed by another process
  }
}

/** Interval at which a gateway looks for programs of gateways on this host that have died. */
const SWEEP_INTERVAL_MS = 30_000

/** Ends the programs of gateways that died, now and periodically. */
export async function startSweeps(directory: string, log: Log): Promise<{ stop: () => void }> {
  const register = createRegistry(directory, log)
  const sweep = (): Promise<unknown> =>
    register.sweep().catch(err => log.warn({ err }, 'Programs that outlived their gateway could not be listed'))
  await sweep()
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
