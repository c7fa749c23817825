import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ClientOptions } from '../endpoint.ts'

/** Address of a private Redis: its socket, or a loopback port with a password. */
export type Address = { path: string } | { host: string; port: number; password: string }

// Maximum length of a unix socket path, in bytes.
const MAX_PATH = process.platform === 'linux' ? 107 : 103

/** Returns the address of this data folder's Redis. A port and its password are stored in the folder, for later processes. */
export async function addressOf(folder: string): Promise<Address> {
  const socket = path.join(folder, 'redis.sock')
  if (Buffer.byteLength(socket) <= MAX_PATH) return { path: socket }
  return keptAddress(folder) ?? newAddress(folder)
}

/** Returns a new port for a data folder, if another program uses the stored one. */
export async function newAddress(folder: string): Promise<Address> {
  const address = { host: '127.0.0.1', port: await freePort(), password: randomBytes(32).toString('base64url') }
  writeFileSync(addressFile(folder), JSON.stringify(address), { mode: 0o600 })
  return address
}

export function clientOptions(address: Address): ClientOptions {
  return { ...address }
}

export function describeAddress(address: Address): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`
}

export async function isFree({ host, port }: { host: string; port: number }): Promise<boolean> {
  return (await listen(host, port)) !== undefined
}

function keptAddress(folder: string): Address | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(addressFile(folder), 'utf8'))
    return isPort(kept) ? { host: kept.host, port: kept.port, password: kept.password } : undefined
  } catch {
    return undefined
  }
}

function isPort(kept: unknown): kept is { host: string; port: number; password: string } {
  if (typeof kept !== 'object' || kept === null || !('host' in kept && 'port' in kept && 'password' in kept)) return false
  return typeof kept.host === 'string' && typeof kept.port === 'number' && typeof kept.password === 'string'
}

function addressFile(folder: string): string {
  return path.join(folder, 'address.json')
}

async function freePort(): Promise<number> {
  const port = await listen('127.0.0.1', 0)
  if (port === undefined) throw new Error('No free port on 127.0.0.1')
  return port
}

/** Listens briefly. Returns the port, or undefined if it is in use. */
function listen(host: string, port: number): Promise<number | undefined> {
  const server = createServer()
  return new Promise(resolve => {
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
