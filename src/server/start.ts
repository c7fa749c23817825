import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Selection } from '../catalog/visible.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { knownNames } from '../config/known.ts'
import { ConfigError, logWarnings } from '../config/problems.ts'
import { watchConfig } from '../config/watch.ts'
import { loadCatalog } from '../systems/load-catalog.ts'
import { type Sandbox, startSandbox } from '../systems/sandbox.ts'
import { checkDataFolder } from './data-folder.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { createLog } from './log.ts'
import { openJobStore } from './redis.ts'
import { versionOf } from './version.ts'

type Environment = NodeJS.ProcessEnv

/** Longer than the deadlines of most calls in progress, which may finish. */
const MAX_CLOSE_MS = 45_000

/** Starts the gateway and runs until a signal stops it. If the start fails, prints the reason and exits with 1. */
export async function start(args: readonly string[], env: Environment): Promise<void> {
  try {
    const { log, close } = await open(args.includes('--sandbox'), env, createLog, listen)
    closeAtEnd(log, close)
  } catch (error) {
    process.stderr.write(`${explanation(error)}\n`)
    process.exit(1)
  }
}

/** Serves MCP over standard input and output for one client. Resolves when the client closes them. */
export async function startStdio(isSandboxed: boolean, env: Environment, choice: Selection): Promise<void> {
  const toStandardError = (level: string): Logger => createLog(level, process.stderr)
  const { gateway, log, close } = await open(isSandboxed, env, toStandardError, async () => undefined)
  const grace = closeAtEnd(log, close)
  try {
    await gateway.speakStdio(choice)
  } finally {
    await close()
    grace.uninstall()
  }
}

/** Closes at a signal, and after an error that nothing handled. */
const closeAtEnd = (log: Logger, close: () => Promise<void>): ReturnType<typeof closeWithGrace> =>
  closeWithGrace({ delay: MAX_CLOSE_MS, logger: log }, async ({ err, signal }) => {
    if (signal) log.info({ signal }, 'The gateway stops')
    if (err) log.fatal({ err }, 'An unhandled error ends the gateway')
    await close()
  })

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
  const early = loadConfig(env, { managedKeys: () => undefined }) // Redis, which stores them, is not open yet
  checkDataFolder(early.dataDir)
  const log = logAt(early.logLevel)
  const closers: (() => unknown)[] = []
  const closeInTurn = async (): Promise<void> => {
    for (const close of closers.reverse()) await close()
  }
  let closing: Promise<void> | undefined
  const closeAll = (): Promise<void> => (closing ??= closeInTurn()) // a signal may arrive while it closes
  try {
    const parts = [
      loadCatalog(),
      opened(openJobStore(early, log), closers),
      isSandboxed ? opened(startSandbox(early.dataDir, log), closers) : undefined
    ] as const
    await Promise.allSettled(parts) // so that a failure of one leaves none of the others half opened
    const [catalog, store, sandbox] = await Promise.all(parts)
    const known = { ...knownNames(catalog), managedKeys: store.keys.ids }
    const config = loadConfig(env, known)
    logWarnings(config.warnings, log)
    const gateway = await opened(openGateway({ config, catalog, store, log, sandbox: sandbox?.settings, version: versionOf() }), closers)
    await serve({ gateway, config, sandbox })
    closers.push(watchConfig(config, { env, known, log, onChange: gateway.reconfigure, onFault: gateway.reportFault }).close)
    return { gateway, log, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Registers how to close a resource once it is open, before anything else can fail. */
async function opened<T extends { close: () => unknown }>(work: Promise<T>, closers: (() => unknown)[]): Promise<T> {
  const part = await work
  closers.push(part.close)
  return part
}

function banner(url: string, config: Config, sandbox: Sandbox): string {
  const systems = Object.keys(sandbox.settings)
  return [
    '',
    `  Toolgate listens at ${url}`,
    `  Console ${url}/console`,
    `  Documentation ${url}/docs, OpenAPI ${url}/openapi.json, catalog ${url}/v1/catalog, MCP ${url}/mcp`,
    ...(config.keys.length === 0
      ? ['  No keys are configured: only this machine can call. `npx toolgate keys new --help` shows how to create one.']
      : []),
    `  Sandbox: systems that are not configured return fake data, marked as such (${systems.join(', ')}).`,
    '',
    ''
  ].join('\n')
}

export function explanation(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}\nThe port is in use: stop the other program, or set PORT to another port.`
  }
  return error instanceof Error ? error.message : String(error)
}
