import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Server {
  url: string
  /** CPU microseconds that the process has used. */
  cpu: () => Promise<number>
  /** Resident bytes. */
  memory: () => Promise<number>
  /** Has the server perform a command that its module passes to `reportUsage`. */
  perform: (command: string) => Promise<void>
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
    perform: async command => void (await usageOf(child, command)),
    close: () => child.kill('SIGKILL')
  }
}

async function usageOf(child: ChildProcess, command = ''): Promise<Usage> {
  child.send(command)
  const [usage] = await once(child, 'message')
  return usage
}

/** Called in the server's process: reports its URL, and on request the usage of the process, all threads included. */
export function reportUsage(url: string, commands: Readonly<Record<string, () => Promise<unknown>>> = {}): void {
  process.on('message', async command => {
    await commands[String(command)]?.()
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
