import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { loadCatalog } from './catalog.ts'
import { knownNames } from './config/known.ts'
import { ConfigError, logWarnings } from './config/problems.ts'
import { watchConfig } from './config/watch.ts'
import { type Config, loadConfig } from './config.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { createLog } from './log.ts'
import { openJobStore } from './redis.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

type Environment = NodeJS.ProcessEnv

/** Longer than the longest deadline of most calls, which are let end. */
const LONGEST_CLOSE_MS = 45_000

/** Starts the gateway and stays until a signal ends it. What stops the start is said in plain words, and the process ends with 1. */
export async function start(args: readonly string[], env: Environment): Promise<void> {
  try {
    const { log, close } = await open(args.includes('--sandbox'), env, createLog, listen)
    closeWithGrace({ delay: LONGEST_CLOSE_MS, logger: log }, close)
  } catch (error) {
    process.stderr.write(`${explanation(error)}\n`)
    process.exit(1)
  }
}

/** The gateway for one program, which speaks MCP with it over standard input and output; answers when that program has ended it. */
export async function startStdio(isSandboxed: boolean, env: Environment): Promise<void> {
  const toStandardError = (level: string): Logger => createLog(level, process.stderr)
  const { gateway, log, close } = await open(isSandboxed, env, toStandardError, async () => undefined)
  const grace = closeWithGrace({ delay: LONGEST_CLOSE_MS, logger: log }, close)
  await gateway.speakStdio()
  grace.uninstall()
  await close()
}

interface Running {
  gateway: Gateway
  log: Logger
  close: () => Promise<void>
}

interface Opened {
  gateway: Gateway
  config: Config
  sandbox: Sandbox | undefined
}

async function listen({ gateway, config, sandbox }: Opened): Promise<void> {
  const url = await gateway.listen()
  if (sandbox) process.stdout.write(banner(url, config, sandbox))
}

async function open(
  isSandboxed: boolean,
  env: Environment,
  logAt: (level: string) => Logger,
  serve: (opened: Opened) => Promise<void>
): Promise<Running> {
  const early = loadConfig(env)
  const log = logAt(early.logLevel)
  const closers: (() => unknown)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse()) await close()
  }
  try {
    const parts = [
      loadCatalog(),
      opened(openJobStore(early, log), closers),
      isSandboxed ? opened(startSandbox(early.dataDir, log), closers) : undefined
    ] as const
    await Promise.allSettled(parts) // so that a failure of one leaves no other half opened
    const [catalog, store, sandbox] = await Promise.all(parts)
    const known = knownNames(catalog)
    const config = loadConfig(env, known)
    logWarnings(config.warnings, log)
    const gateway = await opened(openGateway({ config, catalog, store, log, sandbox: sandbox?.settings, version: versionOf() }), closers)
    await serve({ gateway, config, sandbox })
    closers.push(watchConfig(config, { env, known, log, onChange: gateway.reconfigure }).close)
    return { gateway, log, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Notes how to close what was opened, before anything else can fail. */
async function opened<T extends { close: () => unknown }>(work: Promise<T>, closers: (() => unknown)[]): Promise<T> {
  const part = await work
  closers.push(part.close)
  return part
}

function versionOf(): string {
  const file = path.join(import.meta.dirname, '../package.json')
  const { version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { version: '0.0.0' }
  return String(version)
}

function banner(url: string, config: Config, sandbox: Sandbox): string {
  const systems = Object.keys(sandbox.settings)
  return [
    '',
    `  Toolgate answers at ${url}`,
    `  Documentation ${url}/docs, OpenAPI ${url}/openapi.json, catalog ${url}/v1/catalog, MCP ${url}/mcp`,
    ...(config.keys.length === 0 ? ['  No keys are configured: only this machine can call. `npx toolgate keys new` makes one.'] : []),
    `  Sandbox: where nothing is configured, a stand-in answers (${systems.join(', ')}); its answers say so.`,
    '',
    ''
  ].join('\n')
}

export function explanation(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}\nThe port is taken: stop what uses it, or set PORT to another.`
  }
  return error instanceof Error ? error.message : String(error)
}
