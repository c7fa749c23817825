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

/** Seconds from the start of the process to its first response, with all definitions, from TypeScript and built; and its memory when idle. */
export async function benchStart(rounds: number): Promise<string> {
  const copy = mkdtempSync(path.join(tmpdir(), 'toolgate-start-'))
  try {
    createCopy(copy)
    const source = await starts(copy, 'src/main.ts', rounds)
    await bundle(path.join(copy, 'dist'))
    const built = await starts(copy, 'dist/main.js', rounds)
    return `start with ${await countDefinitions()} definitions: ${built.seconds.toFixed(2)} s built, ${source.seconds.toFixed(2)} s from TypeScript; idle ${built.megabytes.toFixed(0)} MB built, ${source.megabytes.toFixed(0)} MB from TypeScript`
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

async function starts(copy: string, entry: string, rounds: number): Promise<{ seconds: number; megabytes: number }> {
  const seconds: number[] = []
  let megabytes = 0
  for (let round = -1; round < rounds; round++) {
    const started = performance.now()
    const child = spawn(process.execPath, [entry], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, PORT: String(PORT), LOG_LEVEL: 'WARN', TOOLGATE_DATA: path.join(copy, '.data') }
    })
    await firstAnswer(child)
    if (round >= 0) seconds.push((performance.now() - started) / 1000) // the first one fills the compile cache
    await pause(500)
    megabytes = residentMegabytes(child)
    child.kill('SIGTERM')
    await new Promise(resolve => child.once('exit', resolve))
  }
  return { seconds: median(seconds), megabytes }
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
