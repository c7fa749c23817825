import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { V8_OPTION } from '../../src/v8-option.ts'

export interface Server {
  url: string
  /** CPU microseconds the process has used so far. */
  cpu: () => Promise<number>
  /** Resident bytes. */
  memory: () => Promise<number>
  close: () => void
}

/** The gateway, with V8 set as main.ts sets it; what it is compared with has V8 as it comes. */
export const startOurs = (module: URL, args: string[]): Promise<Server> => startServer(module, args, [V8_OPTION])

interface Usage {
  cpu: number
  memory: number
}

/** Starts a server of its own process, so that its CPU time is its alone. The module calls `reportUsage(url)`. */
export async function startServer(module: URL, args: string[] = [], execArgv: string[] = []): Promise<Server> {
  const child = fork(module, args, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
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

/** Called in the server's process: tells where it listens, and answers what it uses when asked. */
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
