import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { type Link, matches, ORIGIN, signatureOf } from './chain.ts'

/** The end of the chain, and the link from which it starts since older rows were deleted. Kept outside of the record's database. */
export interface Head {
  head: Link
  checkpoint: Link
}

export const NEW_RECORD: Head = { head: ORIGIN, checkpoint: ORIGIN }

/** The file was not signed with one of the keys. */
export class InvalidHead extends Error {}

/** Reads the file. Returns undefined if there is none. Throws InvalidHead, or an Error if it cannot be read. */
export function readHead(file: string, keys: readonly Buffer[]): Head | undefined {
  const text = textOf(file)
  if (text === undefined) return undefined
  const [content = '', signature = ''] = text.split('\n')
  if (!matches(keys, Buffer.from(signature, 'hex'), key => signatureOf(key, content)))
    throw new InvalidHead(`${file} was changed, or signed with another secret`)
  const { head, checkpoint } = JSON.parse(content)
  return { head: linkIn(head), checkpoint: linkIn(checkpoint) }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const linkIn = ({ seq, mac }: { seq: number; mac: string }): Link => ({ seq, mac: Buffer.from(mac, 'hex') })

/** Replaces the file. After a power failure, it is the old or the new one. */
export function writeHead(file: string, { head, checkpoint }: Head, key: Buffer): void {
  const content = JSON.stringify({ head: textual(head), checkpoint: textual(checkpoint) })
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${content}\n${signatureOf(key, content).toString('hex')}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}

/** Makes the latest file durable, before what depends on it. Some systems cannot sync a folder: the file then lasts as it does there. */
export function syncFolder(file: string): void {
  try {
    const folder = openSync(path.dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {}
}

const textual = ({ seq, mac }: Link): object => ({ seq, mac: mac.toString('hex') })
