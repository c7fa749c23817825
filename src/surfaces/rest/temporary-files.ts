import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyReply } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

const PREFIX = 'toolgate-upload-'

/** Stores the chunks on disk until the response is sent, and returns them as a Blob. No other user of the machine can read the file. */
export async function writeTemporaryFile(chunks: AsyncIterable<Uint8Array>, reply: FastifyReply): Promise<Blob> {
  const name = path.join(os.tmpdir(), `${PREFIX}${process.pid}-${randomUUID()}`)
  const opened = open(name, 'wx+', 0o600)
  const remove = async (): Promise<void> => {
    await (await opened).close()
    await rm(name, { force: true })
  }
  onClose(reply, () => void remove().catch(() => undefined)) // the request itself fails if the file could not be opened
  const handle = await opened
  const readable = await withoutName(handle, name)
  await handle.writeFile(chunks).catch(refuseFull)
  return await openAsBlob(readable)
}

/**
 * Returns a path by which this process can still open the file. On Linux it needs no name, and without a name the kernel deletes the file when the
 * process ends, even by a kill, which can only leave an empty file that was just opened.
 */
async function withoutName({ fd }: FileHandle, name: string): Promise<string> {
  if (process.platform !== 'linux') return name
  await rm(name)
  return `/proc/self/fd/${fd}`
}

/**
 * Removes the files of processes that were killed between opening a file and removing its name. The folder is shared with other users: files of others
 * stay, and no file in it prevents the start.
 */
export async function removeOrphans(): Promise<void> {
  const folder = os.tmpdir()
  const names = (await readdir(folder)).filter(name => name.startsWith(PREFIX))
  const orphans = names.filter(name => !isRunning(Number(name.slice(PREFIX.length).split('-')[0]))).map(name => path.join(folder, name))
  await Promise.allSettled(orphans.map(removeOwn))
}

async function removeOwn(file: string): Promise<void> {
  const found = await lstat(file)
  if (found.isFile() && found.uid === (process.getuid?.() ?? found.uid)) await rm(file, { force: true })
}

/** At startup, a file with the PID of this process belongs to an earlier process. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !Number.isInteger(pid)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return Object(error).code === 'EPERM'
  }
}

function refuseFull(error: unknown): never {
  const { code } = Object(error)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
  const full = 'The disk for uploads is full. Nothing was executed.'
  throw new OperationError('busy', full, { source: 'gateway', outcome: 'not_executed', retry_after_ms: 5000 }, { cause: error })
}

/** Runs `clean` when the response is sent or the connection is closed; immediately if it already is. */
export function onClose({ raw }: FastifyReply, clean: () => void): void {
  if (raw.closed) clean()
  else raw.once('close', clean)
}
