import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The id of this host: made once, kept in host.json under the data folder. Jobs that act on a host run only where they were made. */
export async function readHostId(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'host.json')
  const existing = await known(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (existing !== undefined) return existing
  await mkdir(dataDirectory, { recursive: true })
  const id = randomBytes(8).toString('hex')
  const draft = `${file}.${id}`
  await writeFile(draft, JSON.stringify({ id }))
  // Only the first of several that start at once makes it, and makes it whole.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return await known(file)
}

async function known(file: string): Promise<string> {
  const { id } = JSON.parse(await readFile(file, 'utf8'))
  if (typeof id !== 'string' || !/^[a-z0-9-]{4,64}$/.test(id)) throw new Error(`${file} does not hold the id of this host: {"id":"…"}`)
  return id
}
