import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '../../script/build.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { median } from '../lib/measure.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PORT = 18_473

/** After this time, the search is prepared. */
const PREPARED_MS = 15_000

/** Seconds from the start of the process to its first response, with all definitions, from TypeScript and built; and its memory when idle. */
export async function benchStart(rounds: number): Promise<string> {
  const copy = mkdtempSync(path.join(tmpdir(), 'toolgate-start-'))
  try {
    createCopy(copy)
    const source = await starts(copy, 'src/main.ts', rounds)
    await bundle(path.join(copy, 'dist'))
    const built = await starts(copy, 'dist/main.js', rounds)
    return `start with ${await countDefinitions()} definitions: ${built.seconds.toFixed(2)} s built, ${source.seconds.toFixed(2)} s from TypeScript; idle ${memoryOf(built)} built, ${memoryOf(source)} from TypeScript`
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies the repository, to build it. */
function createCopy(copy: string): void {
  for (const part of ['src', 'package.json']) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
}

async function countDefinitions(): Promise<number> {
  const { operations } = await loadCatalog()
  return operations.length
}

interface Started {
  seconds: number
  megabytes: number
  /** With the search prepared, before V8 has returned what that used: it does so after a few minutes without work. */
  preparedMegabytes: number
}

const memoryOf = ({ megabytes, preparedMegabytes }: Started): string =>
  `${megabytes.toFixed(0)} MB (${preparedMegabytes.toFixed(0)} MB after ${PREPARED_MS / 1000} s)`

async function starts(copy: string, entry: string, rounds: number): Promise<Started> {
  const seconds: number[] = []
  const megabytes: number[] = []
  let preparedMegabytes = 0
  for (let round = -1; round < rounds; round++) {
    const started = performance.now()
    const child = spawn(process.execPath, [entry], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, PORT: String(PORT), LOG_LEVEL: 'WARN', TOOLGATE_DATA: path.join(copy, '.data') }
    })
    await firstAnswer(child)
    const elapsed = (performance.now() - started) / 1000
    await pause(500)
    if (round >= 0) {
      // the first one fills the compile cache
      seconds.push(elapsed)
      megabytes.push(residentMegabytes(child))
    }
    if (round === rounds - 1) {
      await pause(PREPARED_MS)
      preparedMegabytes = residentMegabytes(child)
    }
    child.kill('SIGTERM')
    await new Promise(resolve => child.once('exit', resolve))
  }
  return { seconds: median(seconds), megabytes: median(megabytes), preparedMegabytes }
}

async function firstAnswer(child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      response => response.ok,
      () => false
    )
    if (answered) return
    await pause(5)
  }
  throw new Error(`The process ended with ${child.exitCode}`)
}

function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
