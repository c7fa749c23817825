import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyReply } from 'fastify'

/** Keeps what comes on disk until the answer is sent, and answers it as a file of the machine. Nobody else on the machine may read it. */
export async function keptOnDisk(chunks: AsyncIterable<Uint8Array>, reply: FastifyReply): Promise<Blob> {
  const name = path.join(os.tmpdir(), `toolgate-upload-${randomUUID()}`)
  const opened = open(name, 'wx+', 0o600)
  onceOver(reply, async () => {
    await (await opened).close()
    await rm(name, { force: true })
  })
  const handle = await opened
  const readable = await withoutName(handle, name)
  await handle.writeFile(chunks)
  return await openAsBlob(readable)
}

/**
 * Where its process still finds it. On Linux that needs no name, and without one the kernel itself takes the file away with its
 * process, however that ends: what a kill can leave is an empty file that was just opened.
 */
async function withoutName({ fd }: FileHandle, name: string): Promise<string> {
  if (process.platform !== 'linux') return name
  await rm(name)
  return `/proc/self/fd/${fd}`
}

/** Also where the caller has gone away before. */
function onceOver({ raw }: FastifyReply, clean: () => Promise<void>): void {
  const over = (): void => void clean().catch(() => undefined) // what could not be opened is told to who asked for it
  if (raw.closed) over()
  else raw.once('close', over)
}
