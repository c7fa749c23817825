import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import type { ProgramEnd, Spawn, SpawnRequest } from '../../contract/lent.ts'
import { environmentFor } from './environment.ts'
import { keepLines } from './kept.ts'
import { splitLines } from './lines.ts'
import { closePipes } from './pipes.ts'
import { lineRedactor } from './redact.ts'
import type { Register } from './register.ts'
import { SpawnError } from './spawn-error.ts'
import { endTree, MARK } from './tree.ts'

const TICK_MS = 1_000

/** Of what was printed after the last line: so much is told, and so much looked at, since a secret may begin before what is told. */
const TOLD = 200
const LOOKED_AT = 64 * 1024

/** Runs programs for this process; the register knows of each while it runs. */
export function createSpawn(register: Register): Spawn {
  return async request => {
    await checkRequest(request)
    request.signal.throwIfAborted()
    const started = performance.now()
    const mark = randomUUID()
    // Before it runs, so that nothing outlives a gateway that dies in between; a full disk must not keep a program from running.
    await register.enter(mark).catch(() => undefined)
    const { child, pid } = await begin(request, mark).catch(async error => {
      await register.leave(mark).catch(() => undefined)
      throw error
    })
    const output = collect(child, request)
    const entered = register.enter(mark, pid).catch(() => undefined)
    const stop = stopper(pid, mark, request)
    const ticking = request.onTick && setInterval(() => request.onTick?.(Math.round(performance.now() - started), output.tail()), TICK_MS)
    try {
      const [exit_code, signal]: [number | null, string | null] = await exitOf(child)
      await stop.settled()
      const cut_off = await closePipes([child.stdout, child.stderr], pid, mark, stop.why() === undefined)
      output.end()
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
      await register.leave(mark).catch(() => undefined)
    }
  }
}

/** A bad directory and a missing program are the same error to Node; a NUL makes it throw at once. */
async function checkRequest({ directory, program, args, environment = {} }: SpawnRequest): Promise<void> {
  if ([program, ...args, ...Object.entries(environment).flat()].some(text => text.includes('\0')))
    throw new SpawnError('arguments', 'An argument or a variable holds a NUL, which no program can be given')
  const stats = await stat(directory).catch(() => undefined)
  if (!stats?.isDirectory()) throw new SpawnError('directory', 'The working directory does not exist, or is no directory')
}

async function begin(request: SpawnRequest, mark: string): Promise<{ child: ChildProcess; pid: number }> {
  try {
    const child = start(request, mark)
    return { child, pid: await pidOf(child) }
  } catch (error) {
    throw refusalOf(error) // Node throws some, and tells others by an event
  }
}

function start({ program, args, directory, environment, inherits }: SpawnRequest, mark: string): ChildProcess {
  const env = { ...environmentFor(inherits, environment), [MARK]: mark }
  // A group of its own, so that all of it can be ended at once. Windows would open a console for it.
  const detached = process.platform !== 'win32'
  return spawn(program, [...args], { cwd: directory, env, detached, shell: false, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
}

/** Its pid, once it runs. */
async function pidOf(child: ChildProcess): Promise<number> {
  if (child.pid === undefined) await once(child, 'spawn')
  child.on('error', () => undefined) // a signal that could not be sent: who it was for is gone
  return child.pid ?? 0
}

function refusalOf(cause: unknown): SpawnError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'E2BIG') return new SpawnError('arguments', 'The arguments are longer than the system takes', { cause })
  if (code === 'ENOENT') return new SpawnError('program', 'There is no such program', { cause })
  if (NOT_RUNNABLE.has(code)) return new SpawnError('program', 'The program may not be run', { cause })
  return new SpawnError('system', `The system starts no program now (${code || 'for a reason it does not tell'})`, { cause })
}

/** It is no program of this system, or not for this user. */
const NOT_RUNNABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOEXEC', 'EISDIR', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

async function exitOf(child: ChildProcess): Promise<[number | null, string | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  const [code, signal] = await once(child, 'exit')
  return [code, signal]
}

/** Ends the tree when the caller or the time says so, once, and remembers who it was. */
function stopper(pid: number, mark: string, { signal, timeout_ms }: SpawnRequest) {
  let why: ProgramEnd['ended'] | undefined
  let ending: Promise<void> | undefined
  const stop = (reason: ProgramEnd['ended']): void => {
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

function collect({ stdout, stderr }: ChildProcess, { onLine }: SpawnRequest) {
  const kept = keepLines(onLine)
  const splitters = (
    [
      ['stdout', stdout],
      ['stderr', stderr]
    ] as const
  ).map(([stream, pipe]) => {
    const clean = lineRedactor()
    const splitter = splitLines((text, lost) => kept.add(stream, text, lost, clean.line))
    pipe?.on('data', splitter.push).on('error', () => undefined)
    return { ...splitter, shown: () => clean.unfinished(splitter.tail(LOOKED_AT)).slice(-TOLD) }
  })
  return {
    ...kept,
    tail: () => splitters.map(({ shown }) => shown()).find(text => text !== '') ?? '',
    end() {
      for (const { end } of splitters) end()
      kept.end()
    }
  }
}
