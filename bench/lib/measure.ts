import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Server {
  url: string
  /** CPU microseconds that the process has used. */
  cpu: () => Promise<number>
  /** Resident bytes. */
  memory: () => Promise<number>
  close: () => void
}

interface Usage {
  cpu: number
  memory: number
}

/** Starts a server in its own process, so that its CPU time is measured alone. The module calls `reportUsage(url)`. */
export async function startServer(module: URL, args: string[] = []): Promise<Server> {
  const child = fork(module, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ url }] = await once(child, 'message')
  return {
    url,
    cpu: async () => (await usageOf(child)).cpu,
    memory: async () => (await usageOf(child)).memory,
    close: () => child.kill('SIGKILL')
  }
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage')
  const [usage] = await once(child, 'message')
  return usage
}

/** Called in the server's process: reports its URL, and its usage on request. */
export function reportUsage(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() })
  })
  process.send?.({ url })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
