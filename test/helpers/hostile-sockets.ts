import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sockets to a gateway on this machine. */
export interface Sockets {
  /** How many are open now. */
  open: () => number
  close: () => void
}

/** Sockets that are opened in place of closed ones at a time, and interval at which they are. */
const REPLACED = 20
const REPLACE_MS = 100

const portOf = (url: string): number => Number(new URL(url).port)

/** Opens sockets that begin a request and never end it. `isPersistent`: opens another one for each that is closed, up to 200 a second. */
export function openHalf(url: string, count: number, isPersistent = false): Sockets {
  const sockets = new Set<Socket>()
  const open = (): void => {
    const socket = connect(portOf(url), '127.0.0.1', () => socket.write('GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\n'))
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    socket.resume()
  }
  for (let number = 0; number < count; number += 1) open()
  const timer = setInterval(() => {
    for (let missing = Math.min(REPLACED, count - sockets.size); isPersistent && missing > 0; missing -= 1) open()
  }, REPLACE_MS)
  return {
    open: () => sockets.size,
    close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    }
  }
}

/** Requests that are sent at a time. A gateway closes connections that have not sent a key yet if there are too many. */
const BATCH = 100

/** Requests event streams, and leaves all of them open. Returns the status of each. */
export async function openStreams(
  { url, path, key }: { url: string; path: string; key: string },
  count: number
): Promise<Sockets & { statuses: number[] }> {
  const sockets = new Set<Socket>()
  const open = async (): Promise<number> => {
    const socket = connect(portOf(url), '127.0.0.1')
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\naccept: text/event-stream\r\n\r\n`)
    const [head] = await once(socket, 'data')
    socket.on('error', () => undefined).resume()
    return Number(String(head).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  }
  const statuses: number[] = []
  while (statuses.length < count)
    statuses.push(...(await Promise.all(Array.from({ length: Math.min(BATCH, count - statuses.length) }, open))))
  return {
    open: () => sockets.size,
    statuses,
    close() {
      for (const socket of sockets) socket.destroy()
    }
  }
}
