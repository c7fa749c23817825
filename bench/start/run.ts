import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '../../script/build.ts'
import { loadCatalog } from '../../src/catalog.ts'
import { median } from '../lib/measure.ts'

const HOUSE = path.join(import.meta.dirname, '../..')
const PORT = 18_473

/** From the start of the process to its first answer, with all definitions, from TypeScript and built; and its memory when idle. */
export async function benchStart(rounds: number): Promise<string> {
  const house = mkdtempSync(path.join(tmpdir(), 'toolgate-start-'))
  try {
    furnish(house)
    const source = await starts(house, 'src/main.ts', rounds)
    await bundle(path.join(house, 'dist'))
    const built = await starts(house, 'dist/main.js', rounds)
    return `start with ${await countDefinitions()} definitions: ${built.seconds.toFixed(2)} s built, ${source.seconds.toFixed(2)} s from TypeScript; idle ${built.megabytes.toFixed(0)} MB built, ${source.megabytes.toFixed(0)} MB from TypeScript`
  } finally {
    rmSync(house, { recursive: true, force: true })
  }
}

/** A copy of the house, to be built in. */
function furnish(house: string): void {
  for (const part of ['src', 'openapi/client.d.ts', 'package.json'])
    cpSync(path.join(HOUSE, part), path.join(house, part), { recursive: true })
  symlinkSync(path.join(HOUSE, 'node_modules'), path.join(house, 'node_modules'))
}

async function countDefinitions(): Promise<number> {
  const { operations } = await loadCatalog()
  return operations.length
}

async function starts(house: string, entry: string, rounds: number): Promise<{ seconds: number; megabytes: number }> {
  const seconds: number[] = []
  let megabytes = 0
  for (let round = -1; round < rounds; round++) {
    const started = performance.now()
    const child = spawn(process.execPath, [entry], {
      cwd: house,
      stdio: 'inherit',
      env: { ...process.env, PORT: String(PORT), LOG_LEVEL: 'WARN', TOOLGATE_DATA: path.join(house, '.data') }
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
