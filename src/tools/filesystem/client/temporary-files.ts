import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { startTimeOf } from '../../../lib/process/identity.ts'

const NAME = /^\.toolgate-[0-9a-f]{16}\.tmp$/

/** Whether a name is that of a file which a writer renames once it is complete. No operation lists, searches, reads or changes it. */
export const isTemporary = (name: string): boolean => NAME.test(name)

/** The name of a temporary file, recorded until `end`. */
interface Temporary {
  name: string
  /** Call it after the file was renamed or removed. */
  end: () => Promise<void>
}

/** Records temporary files, so that the next process removes those of a killed one. */
export interface Temporaries {
  begin: (directory: string) => Promise<Temporary>
  /** Removes the temporary files of processes that ended. */
  sweep: () => Promise<void>
}

interface Entry {
  host: string
  pid: number
  started: string
  path: string
}

/** Whether a process on another host is alive is unknown, but no write takes this long. */
const MAX_AGE_MS = 24 * 3_600_000

/** `folder`: where the records are stored, one small file each. undefined: nothing is recorded. */
export function createTemporaries(folder: string | undefined): Temporaries {
  let ownStartTime: Promise<string | undefined> | undefined
  const recordPath = (id: string): string => path.join(folder ?? '', `${id}.json`)

  async function sweepOne(id: string): Promise<void> {
    const entry = await readEntry(recordPath(id))
    if (entry && (await isLive(entry, recordPath(id)))) return
    if (entry && path.basename(entry.path) === `.toolgate-${id}.tmp`) await rm(entry.path, { recursive: true, force: true })
    await rm(recordPath(id), { force: true })
  }

  return {
    async begin(directory) {
      const id = randomBytes(8).toString('hex')
      const name = `.toolgate-${id}.tmp`
      if (folder === undefined) return { name, end: async () => undefined }
      ownStartTime ??= startTimeOf(process.pid)
      const entry: Entry = { host: hostname(), pid: process.pid, started: (await ownStartTime) ?? '', path: path.join(directory, name) }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(recordPath(id), JSON.stringify(entry), { flag: 'wx', mode: 0o600 })
      return { name, end: () => rm(recordPath(id), { force: true }).catch(() => undefined) } // the next sweep removes it
    },
    async sweep() {
      const names = folder === undefined ? [] : await readdir(folder).catch(() => [])
      for (const name of names) if (/^[0-9a-f]{16}\.json$/.test(name)) await sweepOne(name.slice(0, -'.json'.length)).catch(() => undefined)
    }
  }
}

async function isLive({ host, pid, started }: Entry, record: string): Promise<boolean> {
  if (host === hostname()) return ((await startTimeOf(pid)) ?? '') === started && (started !== '' || pid === process.pid)
  const stats = await stat(record).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs < MAX_AGE_MS
}

async function readEntry(file: string): Promise<Entry | undefined> {
  try {
    const entry: Entry = JSON.parse(await readFile(file, 'utf8'))
    return typeof entry.path === 'string' && typeof entry.pid === 'number' ? entry : undefined
  } catch {
    return undefined // the process was killed while it wrote the record, before it wrote anything else
  }
}
