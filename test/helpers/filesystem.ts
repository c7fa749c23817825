import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Test } from 'tap'
import { startApp, type TestAppOptions } from './app.ts'

/** A response of any shape. */
interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
  text: string
}

export interface JobReader {
  /** The first root. */
  root: string
  /** A folder next to the root, whose name starts with the name of the root. */
  outside: string
  inRoot: (name: string) => string
  read: (name: string) => Promise<string>
  call: (operation: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  byName: (name: string, input: Record<string, unknown>) => Promise<Answer>
}

export type Files = Record<string, string | Uint8Array>

/** Starts a gateway over a new root with the files, and creates a folder next to it that must stay out of reach. */
export async function openDesk(t: Test, files: Files = {}, options: TestAppOptions = {}): Promise<JobReader> {
  const base = await newFolder(t, memoryDisk())
  const root = path.join(base, 'root')
  const outside = path.join(base, 'root-evil')
  await putFiles(root, files)
  await putFiles(outside, { 'secret.txt': 'SECRET\n' })
  const { app } = await startApp(t, { system: 'filesystem', roots: root, ...options })
  const post = async (url: string, input: Record<string, unknown>, headers: Record<string, string>): Promise<Answer> => {
    const payload = JSON.stringify(input)
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload
    })
    const { data, error, metadata } = body.startsWith('{') ? JSON.parse(body) : { data: undefined, error: undefined, metadata: undefined }
    return { status: statusCode, data, error, metadata, text: body }
  }
  return {
    root,
    outside,
    inRoot: name => path.join(root, name),
    read: name => readFile(path.join(root, name), 'utf8'),
    call: (operation, input = {}, headers = {}) => post(`/v1/filesystem/${operation}`, input, headers),
    byName: (name, input) => post(`/v1/operations/${name}`, input, {})
  }
}

/** Returns a new folder, with a path free of links. */
export async function newFolder(t: Test, parent = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(parent, 'toolgate-files-')))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Returns a folder in memory, if the platform has a large one: it is a device other than that of the temporary folder, and faster than a disk.
 */
export function memoryDisk(): string | undefined {
  if (!existsSync('/dev/shm')) return undefined
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 2 ** 30 ? '/dev/shm' : undefined
}

export async function putFiles(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}

/** Returns every path below a folder, with its content. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  // Node follows links to directories; their content is not in the folder.
  const links = found.filter(entry => entry.isSymbolicLink()).map(entry => path.join(entry.parentPath, entry.name))
  const entries = found.filter(({ parentPath }) => !links.some(link => parentPath === link || parentPath.startsWith(`${link}/`)))
  const rows = entries.map(async entry => {
    const file = path.join(entry.parentPath, entry.name)
    return [
      path.relative(folder, file),
      entry.isFile() ? await readFile(file, 'utf8') : entry.isDirectory() ? '(directory)' : '(other)'
    ] as const
  })
  return Object.fromEntries((await Promise.all(rows)).sort())
}

/**
 * Returns `prefix 1\
 * prefix 2\
 * …`
 */
export const numbered = (count: number, prefix = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join('')

/** Runs an operation of the client as an unprivileged user. */
export function asUnprivilegedUser(root: string, operation: string, input: unknown): { reason?: string; message?: string; data?: unknown } {
  const script = path.join(import.meta.dirname, 'as-unprivileged-user.ts')
  // Without tap's hooks, which write to files that this user may not write.
  const { NODE_OPTIONS: _hooks, ...env } = process.env
  return JSON.parse(execFileSync(process.execPath, [script, root, operation, JSON.stringify(input)], { encoding: 'utf8', env }))
}
