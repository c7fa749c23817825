import { connect, type Socket } from 'node:net'

/** Connections that stay open, so that no measured request pays for opening one. */
export interface Waves {
  /** Sends a GET on each connection at once, and waits for all responses; repeated `waves` times. Throws if a response is not 200. */
  send: (headers: Readonly<Record<string, string>>, waves: number) => Promise<void>
  close: () => void
}

export async function openWaves(url: string, connections: number): Promise<Waves> {
  const { host, hostname, port, pathname, search } = new URL(url)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  return {
    async send(headers, waves) {
      const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
      for (let wave = 0; wave < waves; wave += 1) await Promise.all(sockets.map(socket => exchange(socket, request)))
    },
    close() {
      for (const socket of sockets) socket.destroy()
    }
  }
}

const open = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket)).on('error', reject)
  })

/** Resolves when the response has as many bytes as its headers announce. */
function exchange(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined
    const end = (error?: Error): void => {
      socket.off('data', read).off('close', lost)
      if (error) reject(error)
      else resolve()
    }
    const lost = (): void => end(new Error('The connection was closed'))
    const read = (part: Buffer): void => {
      missing ??= lengthOf(part.toString('latin1'))
      if (missing !== undefined) missing -= part.length
      if (missing === undefined) end(new Error(`Not a complete 200: ${part.toString('latin1', 0, 1_000)}`))
      else if (missing === 0) end()
    }
    socket.on('data', read).on('close', lost)
    socket.write(request)
  })
}

/** Returns the bytes of a response whose headers are complete; undefined if it is not a 200. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return head < 0 || length === undefined || !text.startsWith('HTTP/1.1 200 ') ? undefined : head + 4 + Number(length)
}
