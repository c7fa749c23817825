import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Reads a file, and creates it first if it does not exist. Creation is durable and atomic: if several processes create it at once, all of them read
 * what one of them wrote.
 */
export async function readOrCreate(file: string, content: () => string, mode = 0o644): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(draft, content(), { flag: 'wx', mode, flush: true })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error // another process was first
    })
  } finally {
    await rm(draft, { force: true })
  }
  await flushFolder(folder)
  return await readFile(file, 'utf8')
}

/** Flushes the directory entry, so that the file name survives a power failure. Systems that cannot open a folder do not need this. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
