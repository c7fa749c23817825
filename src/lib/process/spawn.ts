import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import type { ProgramResult, Spawn, SpawnRequest } from '../../contract/runtime.ts'
import { closePipes } from './close-pipes.ts'
import { collectOutput, splitLines } from './output.ts'
import { createLineRedactor } from './redact/redact.ts'
import type { ProcessRegistry } from './registry.ts'
import { endTree, MARK } from './tree.ts'

const TICK_MS = 1_000

/** Characters of the unfinished line to report, and to examine, because a secret may start before the reported part. */
const TAIL_CHARACTERS = 200
const EXAMINED_CHARACTERS = 64 * 1024

/** Creates a function that runs programs. The registry lists each while it runs. */
export function createSpawn(registry: ProcessRegistry): Spawn {
  return async request => {
    await checkRequest(request)
    request.signal.throwIfAborted()
    const started = performance.now()
    const mark = randomUUID()
    // Recorded before it runs, so that it cannot outlive a gateway that dies in between. A full disk must not prevent programs from
    // running.
    await registry.enter(mark).catch(() => undefined)
    const { child, pid } = await startChild(request, mark).catch(async error => {
      await registry.leave(mark).catch(() => undefined)
      throw error
    })
    const output = collectStreams(child, request)
    const entered = registry.enter(mark, pid).catch(() => undefined)
    const stop = createStopper(pid, mark, request)
    const ticking = request.onTick && setInterval(() => request.onTick?.(Math.round(performance.now() - started), output.tail()), TICK_MS)
    try {
      const [exit_code, signal]: [number | null, string | null] = await exitOf(child)
      await stop.settled()
      const cut_off = await closePipes([child.stdout, child.stderr], pid, mark, stop.why() === undefined)
      output.end(cut_off || stop.why() !== undefined || exit_code === null)
      const ended = stop.why() ?? (exit_code === null ? 'killed' : 'itself')
      return {
        exit_code,
        signal,
        ended,
        lines: output.lines,
        omitted_bytes: output.omitted(),
        cut_off,
        duration_ms: Math.round(performance.now() - started)
      }
    } finally {
      clearInterval(ticking)
      stop.forget()
      await entered
      await registry.leave(mark).catch(() => undefined)
    }
  }
}

/** Node reports a missing directory and a missing program with the same error, and throws immediately on a NUL. */
async function checkRequest({ directory, program, args, environment = {} }: SpawnRequest): Promise<void> {
  if ([program, ...args, ...Object.entries(environment).flat()].some(text => text.includes('\0')))
    throw new SpawnError('arguments', 'An argument or environment variable contains a NUL')
  const stats = await stat(directory).catch(() => undefined)
  if (!stats?.isDirectory()) throw new SpawnError('directory', 'The working directory does not exist or is not a directory')
}

async function startChild(request: SpawnRequest, mark: string): Promise<{ child: ChildProcess; pid: number }> {
  try {
    const child = start(request, mark)
    return { child, pid: await pidOf(child) }
  } catch (error) {
    throw toSpawnError(error) // Node throws some errors, and emits others
  }
}

function start({ program, args, directory, environment, inherits }: SpawnRequest, mark: string): ChildProcess {
  const env = { ...environmentFor(inherits, environment), [MARK]: mark }
  // A separate process group, so that all of it can be ended at once. On Windows, it would open a console.
  const detached = process.platform !== 'win32'
  return spawn(program, [...args], { cwd: directory, env, detached, shell: false, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
}

/** Returns the PID once the program runs. */
async function pidOf(child: ChildProcess): Promise<number> {
  if (child.pid === undefined) await once(child, 'spawn')
  child.on('error', () => undefined) // a signal that could not be sent: the process is gone
  return child.pid ?? 0
}

function toSpawnError(cause: unknown): SpawnError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'E2BIG') return new SpawnError('arguments', 'The arguments exceed the limit of the operating system', { cause })
  if (code === 'ENOENT') return new SpawnError('program', 'The program does not exist', { cause })
  if (NOT_RUNNABLE.has(code)) return new SpawnError('program', 'The program cannot be executed', { cause })
  return new SpawnError('system', `The operating system cannot start a program at the moment (${code || 'unknown reason'})`, { cause })
}

/** Not executable on this system, or not for this user. */
const NOT_RUNNABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOEXEC', 'EISDIR', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

async function exitOf(child: ChildProcess): Promise<[number | null, string | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  const [code, signal] = await once(child, 'exit')
  return [code, signal]
}

/** Ends the process tree once, on abort or timeout, and remembers the reason. */
function createStopper(pid: number, mark: string, { signal, timeout_ms }: SpawnRequest) {
  let why: ProgramResult['ended'] | undefined
  let ending: Promise<void> | undefined
  const stop = (reason: ProgramResult['ended']): void => {
    why ??= reason
    ending ??= endTree(pid, mark)
  }
  const onAbort = (): void => stop('cancelled')
  const timer = setTimeout(() => stop('timed_out'), timeout_ms)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return {
    why: () => why,
    settled: async () => await ending,
    forget() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }
}

function collectStreams({ stdout, stderr }: ChildProcess, { onLine, secrets }: SpawnRequest) {
  const output = collectOutput(onLine)
  const splitters = (
    [
      ['stdout', stdout],
      ['stderr', stderr]
    ] as const
  ).map(([stream, pipe]) => {
    const clean = createLineRedactor(secrets)
    const keep = (lines: readonly string[]): void => {
      for (const text of lines) output.add(stream, text)
    }
    const splitter = splitLines((text, lost) => {
      if (output.wantsText(stream, text, lost)) keep(clean.push(text))
    })
    pipe?.on('data', splitter.push).on('error', () => undefined)
    const shown = (): string => {
      const tail = splitter.tail(EXAMINED_CHARACTERS)
      return tail.length < EXAMINED_CHARACTERS ? clean.unfinished(tail).slice(-TAIL_CHARACTERS) : '' // the name of the value may be before this part
    }
    const end = (isCut: boolean): void => {
      splitter.end()
      keep(clean.end(isCut || output.omitted() > 0))
    }
    return { shown, end }
  })
  return {
    ...output,
    tail: () => splitters.map(({ shown }) => shown()).find(text => text !== '') ?? '',
    end(isCut: boolean) {
      for (const { end } of splitters) end(isCut)
      output.end()
    }
  }
}

/**
 * Why a program could not be started: it does not exist or is not executable; the directory does not exist; the arguments are invalid;
 * or the system cannot start another program at the moment.
 */
export type SpawnFault = 'program' | 'directory' | 'arguments' | 'system'

export class SpawnError extends Error {
  override readonly name = 'SpawnError'
  readonly fault: SpawnFault

  constructor(fault: SpawnFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Variables that any program needs. Never the whole environment: that of the gateway contains secrets. */
const INHERITED: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'],
  ...['SystemRoot', 'SYSTEMROOT', 'ComSpec', 'PATHEXT', 'Path', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramFiles']
]

/** Returns the environment of a program: the inherited variables, then the given ones. */
function environmentFor(prefixes: readonly string[] = [], variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (INHERITED.includes(entry[0]) || prefixes.some(prefix => entry[0].startsWith(prefix)))
  )
  return { ...Object.fromEntries(own), LANG: 'C.UTF-8', ...variables }
}
