import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'

/** A run of many test files starts gateways from its build, in half the time. */
const MAIN = process.env['GATEWAY_PROGRAM'] ?? path.join(import.meta.dirname, '../../src/main.ts')

export interface GatewayProcess {
  url: string
  /** Returns everything that it has printed. */
  output: () => string
  pid: number | undefined
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  exited: Promise<number | null>
}

/** Starts the gateway as users do, as a process on a free port. It ends with the test. */
export async function startProcess(
  t: Pick<Test, 'teardown'>,
  environment: Record<string, string>,
  args: string[] = [],
  main = MAIN
): Promise<GatewayProcess> {
  const gateway = launch(t, { PORT: '0', ...environment }, args, main)
  while (!address(gateway.output())) {
    if ((await Promise.race([gateway.exited, pause(20, 'running')])) !== 'running')
      throw new Error(`The gateway exited before it listened:\n${gateway.output()}`)
  }
  return { ...gateway, url: address(gateway.output()) ?? '' }
}

/** Starts a gateway that is expected to exit by itself. */
export function launch(
  t: Pick<Test, 'teardown'>,
  environment: Record<string, string>,
  args: string[] = [],
  main = MAIN
): Omit<GatewayProcess, 'url'> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'INFO', ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = outputOf(child)
  const exited = once(child, 'exit').then(([code]) => code)
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return await exited
  }
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill('SIGTERM')
  })
  return { output, pid: child.pid, kill, exited }
}

function outputOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', chunk => (text += chunk))
  return () => text
}

const address = (output: string): string | undefined => /Server listening at (http:\/\/[^"]+)/.exec(output)?.[1]
